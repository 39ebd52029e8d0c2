import type { FromServer, GameView, PlayerView, StateView, TreeMoveView, TreeView } from "../../src/protocol.ts";

const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/** A state in which the given is so, and nothing else is of interest. */
export function state(given: Partial<StateView> = {}): StateView {
  return {
    fen: START,
    turn: "white",
    ply: 0,
    node: 0,
    material: [39, 39],
    ...given,
  };
}

const player = (name: string): PlayerView => ({ name, kind: "person", level: null, present: true, claim_in: null });

/** A running game between two people, seen by White. */
export function gameView(given: Partial<GameView> = {}): GameView {
  return {
    game: "abcdefgh",
    version: 1,
    now: 50_000,
    created: 0,
    stage: "live",
    you: { role: "white", may_join: false, may_steer: false },
    rules: { name: "fide", summary: "", differences: "", has_openings: true, start: START, says: [], counts_pieces: false },
    clock: null,
    free_takeback: false,
    white: player("Anna"),
    black: player("Bert"),
    start: START,
    line: [],
    state: state(),
    score: { white: "0", black: "0", games: 0 },
    previous: null,
    next: null,
    rematch: null,
    opened: null,
    recorded: false,
    exhibition: null,
    ...given,
  };
}

/** A tree with nothing but the start, unless moves are given. */
export function treeView(moves: (Omit<TreeMoveView, "fen"> & { fen?: string })[] = []): TreeView {
  const told = moves.map((m) => ({ fen: m.step ?? "", ...m }));
  return { version: 1, may_edit: true, signs: [{ mark: 1, sign: "!" }], moves: [{ fen: START }, ...told] };
}

export type Entry = Extract<FromServer, { type: "entry" }>;

/** An entry that brings the game to a version; where it is a move, that is also its number in the tree and in the line. */
export function entry(version: number, given: Partial<Entry> = {}): Entry {
  return {
    type: "entry",
    version,
    now: 50_000 + version,
    id: `other-${version}`,
    says: `Entry ${version}.`,
    happened: ["moved"],
    line: { keep: version - 2, add: [{ node: version - 1, uci: "e2e4", san: `m${version - 1}` }] },
    state: state({ node: version - 1, ply: version - 1, turn: version % 2 === 1 ? "white" : "black" }),
    ...given,
  };
}

/** Something that is noted without a move, such as an interruption. */
export function note(version: number, node: number, happened = "interrupted"): Entry {
  return entry(version, { happened: [happened], line: { keep: node, add: [] }, state: state({ node, ply: node }) });
}
