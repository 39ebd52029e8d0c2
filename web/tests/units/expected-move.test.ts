import { expect, test } from "@playwright/test";
import { expectedMove } from "../../src/game/expected-move.ts";
import { FakeEnvironment } from "./fake-environment.ts";
import { entry, gameView, note, state } from "./game-views.ts";

const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
const E4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR";
const dests = { e2: "e3e4", g1: "f3h3" };
const live = gameView({ state: state({ dests }) });

for (const [name, fen, told, m, board] of [
  ["a man that goes", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", {}, "e2e4", "4k3/8/8/8/4P3/8/8/4K3"],
  ["a man that takes", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", {}, "e4d5", "4k3/8/8/3P4/8/8/8/4K3"],
  ["a pawn that becomes a knight", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", {}, "a7a8n", "N3k3/8/8/8/8/8/8/4K3"],
  ["a king that castles", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", { e1g1: { f1: "R", h1: null } }, "e1g1", "4k3/8/8/8/8/8/8/5RK1"],
  ["a king put on its rook", "r3k3/8/8/8/8/8/8/4K3 b q - 0 1", { e8a8: { a8: null, c8: "k", d8: "r" } }, "e8a8", "2kr4/8/8/8/8/8/8/4K3"],
  [
    "a king that castles where it stands",
    "4k3/8/8/8/8/8/8/6KR w H - 0 1",
    { g1h1: { f1: "R", g1: "K", h1: null } },
    "g1h1",
    "4k3/8/8/8/8/8/8/5RK1",
  ],
  ["a pawn that takes in passing", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", { e5d6: { d5: null } }, "e5d6", "4k3/8/3P4/8/8/8/8/4K3"],
] as const) {
  test(`${name} is shown as the server told`, () => {
    const to = { [m.slice(0, 2)]: m.slice(2, 4) };
    expect(expectedMove(state({ fen, dests: to, effects: told }), m)?.board).toBe(board);
    expect(expectedMove(state({ fen, dests: {}, effects: told }), m)).toBeNull();
  });
}

test("a move is shown as made until its entry shows it, and heard once", async () => {
  const environment = new FakeEnvironment();
  const { room, socket } = await environment.enter(live);
  room.move("e2e4");
  expect(room.expected).toEqual({ squares: ["e2", "e4"], board: E4, isCapture: false });
  expect(room.viewpoint.fen.startsWith(START)).toBe(true);
  expect(environment.played).toEqual(["move"]);
  socket.hear(entry(2, { id: "command-1" }));
  expect(room.expected).toBeNull();
  expect(environment.played).toEqual(["move"]);
});

test("a move stays where it was put over a lost connection, a reload and what is noted meanwhile", async () => {
  const environment = new FakeEnvironment();
  const { room, socket } = await environment.enter(live);
  room.move("e2e4");
  socket.lose();
  expect(room.expected?.board).toBe(E4);
  socket.open(live);
  expect(room.expected?.board).toBe(E4);
  const noted = note(2, 0, "draw_offered");
  socket.hear({ ...noted, state: { ...noted.state, dests } });
  expect(room.expected?.board).toBe(E4);
  const after = await environment.enter(live);
  expect(after.room.expected?.board).toBe(E4);
});

test("a move that waits behind something else is shown as well", async () => {
  const { room, socket } = await new FakeEnvironment().enter(live);
  room.submit({ do: "offer_draw" });
  expect(room.isAwaitingPosition).toBe(false);
  room.move("e2e4");
  expect(room.expected?.board).toBe(E4);
  expect(socket.commands).toHaveLength(1);
});

test("what changes the position in a way that is not known is waited for", async () => {
  const { room } = await new FakeEnvironment().enter(live);
  room.submit({ do: "undo" });
  room.move("e2e4");
  expect(room.isAwaitingPosition).toBe(true);
  expect(room.expected).toBeNull();
});

test("a refused move is taken back, and so is one upon a position that is gone", async () => {
  const refusal = { code: "stale", says: "The game has gone on meanwhile.", marks: [] };
  for (const missing of [[], [entry(2, { happened: ["undone"], line: { keep: 0, add: [] } })]]) {
    const { room, socket } = await new FakeEnvironment().enter(live);
    room.move("e2e4");
    socket.hear({ type: "failed", id: "command-1", failure: { error: refusal, version: 1 + missing.length, missing } });
    expect(room.expected).toBeNull();
    expect(room.isAwaitingPosition).toBe(false);
    expect(room.refusal).toEqual(refusal);
  }
});

test("a move that was obeyed before the connection was lost is not shown twice", async () => {
  const { room, socket } = await new FakeEnvironment().enter(live);
  room.move("e2e4");
  socket.lose();
  socket.open(gameView({ version: 2, state: state({ node: 1, turn: "black" }) }));
  expect(room.pending).not.toBeNull();
  expect(room.expected).toBeNull();
});
