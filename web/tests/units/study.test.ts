import { expect, test } from "@playwright/test";
import { Study } from "../../src/analysis/study.ts";
import { analysisTexts } from "../../src/analysis/texts.ts";
import type { Room } from "../../src/game/room.ts";
import type { AnalysisEvents } from "../../src/net/analysis-socket.ts";
import type { FromAnalysis, GameView, LinesView, MoveView, ReviewView, ScoredPosition, ToAnalysis } from "../../src/protocol.ts";
import { FakeEnvironment, settled } from "./fake-environment.ts";
import { gameView, state, treeView } from "./game-views.ts";

/** The analysis of a server, on which a test says what comes, and sees what was asked. */
class FakeAnalysis {
  readonly kept = new Map<string, string>();
  readonly sent: ToAnalysis[] = [];
  events: AnalysisEvents | null = null;
  isOpen = false;
  restarts = 0;
  time = 0;

  readonly storage = {
    getItem: (key: string): string | null => this.kept.get(key) ?? null,
    setItem: (key: string, value: string): void => void this.kept.set(key, value),
  };

  /** What is to be done later, and when. */
  private readonly plans: { at: number; run: () => void }[] = [];

  save(): void {}

  later(run: () => void, wait: number): void {
    this.plans.push({ at: this.time + wait, run });
  }

  /** Time goes on, and what was to be done by then is done. */
  pass(time: number): void {
    this.time = time;
    for (const plan of this.plans.splice(0)) {
      if (plan.at <= time) plan.run();
      else this.plans.push(plan);
    }
  }

  connect(_game: string, events: AnalysisEvents) {
    this.events = events;
    return {
      send: (message: ToAnalysis): boolean => {
        if (this.isOpen) this.sent.push(message);
        return this.isOpen;
      },
      restart: (): void => {
        this.restarts += 1;
      },
      close: (): void => {
        this.isOpen = false;
      },
    };
  }

  now(): number {
    return this.time;
  }

  open(): void {
    this.isOpen = true;
    this.events?.connected(true);
  }

  lose(): void {
    this.isOpen = false;
    this.events?.connected(false);
  }

  hear(message: FromAnalysis): void {
    this.events?.message(message);
  }

  /** What was asked since the last time. */
  taken(): ToAnalysis[] {
    return this.sent.splice(0);
  }
}

const fen = (turn: "w" | "b"): string => `4k3/8/8/8/4P3/8/8/R3K3 ${turn} - - 0 1`;
const line: MoveView[] = [
  { node: 1, uci: "e2e4", san: "e4", fen: fen("b") },
  { node: 2, uci: "e7e5", san: "e5", fen: fen("w") },
  { node: 3, uci: "g1f3", san: "Nf3", fen: fen("b") },
];
const tree = treeView(
  [
    { step: "e2e4", san: "e4", fen: fen("b") },
    { step: "e7e5", san: "e5", fen: fen("w"), after: 1 },
    { step: "g1f3", san: "Nf3", fen: fen("b"), after: 2 },
  ].map((m, i) => ({ after: i, ...m })),
);
const over = (given: Partial<GameView> = {}): GameView =>
  gameView({ stage: "over", line, state: state({ node: 3, ply: 3, turn: "black", fen: fen("b") }), ...given });

const score = (pawns: number): ScoredPosition => ({ pawns, chances: 0.5 + pawns / 10, says: String(pawns) });
const lines = (at: string, first: string, given: Partial<LinesView> = {}): FromAnalysis => ({
  type: "lines",
  at,
  then: "",
  threat: false,
  depth: 5,
  positions: 1000,
  is_done: false,
  score: score(0.35),
  lines: [{ score: score(0.35), moves: [{ uci: first, san: first.slice(2) }] }],
  ...given,
});
const look = (at: string, given: object = {}): object => ({ type: "look", at, then: "", lines: 3, threat: false, ...given });
/** What was wrong in the game, of Black and of White. */
const MARKED: ReviewView["moves"] = [
  { ply: 1, san: "e5", mark: "?!", name: "inaccuracy", loss: 0.1, line: [{ uci: "c7c5", san: "c5" }], says: "e5 is dull." },
  { ply: 2, san: "Nf3", mark: "??", name: "blunder", loss: 0.5, line: [{ uci: "a1a8", san: "Ra8#" }], says: "Nf3 misses mate." },
];
const review = (given: Partial<ReviewView> = {}): FromAnalysis => ({
  type: "review",
  version: 1,
  line: "e2e4 e7e5 g1f3",
  done: 4,
  of: 4,
  points: [score(0.1), score(0.2), score(0.3), score(-2)],
  moves: MARKED,
  white: { accuracy: 50, inaccuracies: 0, mistakes: 0, blunders: 1 },
  black: { accuracy: 90, inaccuracies: 1, mistakes: 0, blunders: 0 },
  ...given,
});

async function study(
  view: GameView = over(),
  mayEdit = true,
): Promise<{ room: Room; analysis: FakeAnalysis; study: Study; world: FakeEnvironment }> {
  const world = new FakeEnvironment();
  world.tree = { ...tree, may_edit: mayEdit };
  world.answer = () => Promise.resolve(view);
  const { room } = await world.enter(view);
  await settled();
  const analysis = new FakeAnalysis();
  const opened = new Study(room, analysis);
  room.study = opened;
  analysis.open();
  return { room, analysis, study: opened, world };
}

test("a game that is over is looked at where it ended and analysed as a whole, one that goes on only when somebody wants it", async () => {
  const { analysis } = await study();
  expect(analysis.taken()).toEqual([look("e2e4 e7e5 g1f3"), { type: "review" }]);
  const live = await study(over({ stage: "live", you: { role: "both", may_join: false, may_steer: false } }));
  expect(live.analysis.taken()).toEqual([look("e2e4 e7e5 g1f3")]);
  live.study.startReview();
  expect(live.analysis.taken()).toEqual([{ type: "review" }]);
});

test("the engine looks where one looks, and what it found is shown at once when one comes back", async () => {
  const { room, analysis, study: open } = await study();
  analysis.hear(lines("e2e4 e7e5 g1f3", "b8c6"));
  expect(open.shown?.lines[0]?.moves[0]?.uci).toBe("b8c6");
  expect(open.arrows).toEqual(["Bb8c6"]);
  analysis.taken();
  room.walk("previous");
  expect(analysis.taken()).toEqual([look("e2e4 e7e5")]);
  expect(open.shown).toBeNull();
  // What comes late for another position is kept, and not shown here.
  analysis.hear(lines("e2e4 e7e5 g1f3", "g8f6", { depth: 9 }));
  expect(open.arrows).toEqual([]);
  room.walk("next");
  expect(open.shown?.lines[0]?.moves[0]?.uci).toBe("g8f6");
});

test("what is wished for is asked for and kept: how many lines, arrows, or nothing", async () => {
  const { room, analysis, study: open } = await study();
  analysis.taken();
  open.setLines(5);
  expect(analysis.taken()).toEqual([look("e2e4 e7e5 g1f3", { lines: 5 })]);
  open.toggleEngine();
  expect(analysis.taken()).toEqual([{ type: "rest" }]);
  expect(new Study(room, analysis).wish).toEqual({ isOn: false, lines: 5, arrows: true });
  analysis.kept.set("tabiya.analysis", '{"lines": 99}');
  expect(new Study(room, analysis).wish.lines).toBe(3);
});

test("a page that nobody sees has nobody think for it", async () => {
  const { analysis, study: open } = await study();
  analysis.taken();
  open.hide(true);
  expect(analysis.taken()).toEqual([{ type: "rest" }]);
  open.hide(false);
  expect(analysis.taken()).toEqual([look("e2e4 e7e5 g1f3")]);
});

test("everything is asked for again when a lost connection is back", async () => {
  const { room, analysis, study: open, world } = await study();
  analysis.lose();
  expect(open.isConnected).toBe(false);
  room.walk("first");
  analysis.taken();
  analysis.open();
  expect(analysis.taken()).toEqual([look(""), { type: "review" }]);
  // Where the game's own connection was lost and is back, this one may be dead as well.
  world.lastSocket.lose();
  await world.elapse();
  world.lastSocket.open(over());
  expect(analysis.restarts).toBe(1);
});

test("a threat is asked for where one looks, and forgotten elsewhere and where it is refused", async () => {
  const { room, analysis, study: open } = await study();
  analysis.taken();
  open.toggleThreat();
  expect(analysis.taken()).toEqual([look("e2e4 e7e5 g1f3", { threat: true })]);
  analysis.hear(lines("e2e4 e7e5 g1f3", "f3e5", { threat: true }));
  expect(open.arrows).toEqual(["Rf3e5"]);
  room.walk("previous");
  expect(analysis.taken()).toEqual([look("e2e4 e7e5")]);
  open.toggleThreat();
  analysis.taken();
  analysis.hear({ type: "failed", of: "look", error: { code: "in_check", says: "The king is in check.", marks: [] } });
  expect(open.showsThreat).toBe(false);
  expect(room.status).toBe("The king is in check.");
  expect(analysis.taken()).toEqual([look("e2e4 e7e5")]);
});

test("the best move is read out once somebody stays, and again only when it is another for a while", async () => {
  const { analysis, study: open } = await study();
  const tell = (time: number, first: string): string => {
    analysis.time = time;
    analysis.hear(lines("e2e4 e7e5 g1f3", first));
    return open.spoken;
  };
  expect(tell(100, "b8c6")).toBe("");
  const first = tell(1300, "b8c6");
  expect(first).toContain("c6");
  expect(tell(1500, "g8f6")).toBe(first);
  expect(tell(8000, "g8f6")).toContain("f6");
});

test("the last best move is read out though no lines come after it", async () => {
  const { analysis, study: open } = await study();
  analysis.time = 1300;
  analysis.hear(lines("e2e4 e7e5 g1f3", "b8c6"));
  analysis.time = 1500;
  analysis.hear(lines("e2e4 e7e5 g1f3", "g8f6"));
  analysis.pass(7300);
  expect(open.spoken).toContain("f6");
});

test("what a search ends with is read out in place of what it began with, and elsewhere nothing of it", async () => {
  const { room, analysis, study: open } = await study();
  analysis.time = 1300;
  analysis.hear(lines("e2e4 e7e5 g1f3", "b8c6"));
  const early = open.spoken;
  const mate: ScoredPosition = { mate: -3, chances: 0, says: "#-3" };
  analysis.hear(lines("e2e4 e7e5 g1f3", "b8c6", { is_done: true, lines: [{ score: mate, moves: [{ uci: "b8c6", san: "Nc6" }] }] }));
  expect(open.spoken).not.toBe(early);
  expect(open.spoken).toContain(analysisTexts.score.blackMates(3));
  room.walk("previous");
  expect(open.spoken).toBe("");
});

test("lines stand still under a pointer, for a while", async () => {
  const { analysis, study: open } = await study();
  const tell = (time: number, first: string): string | undefined => {
    analysis.time = time;
    analysis.hear(lines("e2e4 e7e5 g1f3", first));
    return open.shown?.lines[0]?.moves[0]?.uci;
  };
  tell(0, "b8c6");
  open.hold(true);
  expect(tell(100, "b8c6")).toBe("b8c6");
  expect(tell(1000, "g8f6")).toBe("b8c6");
  expect(tell(4000, "g8f6")).toBe("g8f6");
  open.hold(false);
  expect(tell(4100, "d7d6")).toBe("d7d6");
});

test("what comes last under a pointer is shown, too: at once where the lines stood still for long, otherwise in a while", async () => {
  const { analysis, study: open } = await study();
  const first = (): string | undefined => open.shown?.lines[0]?.moves[0]?.uci;
  open.hold(true);
  analysis.hear(lines("e2e4 e7e5 g1f3", "b8c6"));
  expect(first()).toBe("b8c6");
  // Drawn again for something else.
  analysis.pass(5000);
  expect(first()).toBe("b8c6");
  analysis.pass(5100);
  analysis.hear(lines("e2e4 e7e5 g1f3", "g8f6"));
  expect(first()).toBe("g8f6");
  analysis.pass(5200);
  let drawn: string | undefined;
  open.subscribe(() => {
    drawn = first();
  });
  analysis.hear(lines("e2e4 e7e5 g1f3", "d7d6", { is_done: true }));
  expect(drawn).toBe("g8f6");
  analysis.pass(8300);
  expect(drawn).toBe("d7d6");
});

test("a move of a line is tried as a variation by whoever may write", async () => {
  const { room, study: open, world } = await study();
  room.walk("previous");
  await settled();
  open.play([{ uci: "a1a8" }]);
  expect(world.lastSocket.last.action).toEqual({ do: "annotate", at: "e2e4 e7e5", change: { play: "a1a8" } });
});

test("whoever may not write tries moves for themselves, and walks back from them", async () => {
  const {
    room,
    analysis,
    study: open,
    world,
  } = await study(over({ you: { role: "spectator", may_join: false, may_steer: false } }), false);
  room.walk("previous");
  analysis.taken();
  expect(open.trial).toEqual({ turn: "white", dests: "anywhere" });
  expect(open.takes("a1a8")).toBe(true);
  expect(analysis.taken()).toEqual([look("e2e4 e7e5", { then: "a1a8" })]);
  expect(open.fen).toContain("R3k3/8/");
  const place = { version: 1, path: "", turn: "black" as const, dests: { e8: "d7" }, promotions: [], promotes_to: [], effects: {} };
  analysis.hear({
    type: "place",
    at: "e2e4 e7e5",
    then: "a1a8",
    moves: [{ uci: "a1a8", san: "Ra8+", fen: "R3k3/8 b" }],
    fen: "R3k3/8 b",
    place,
  });
  expect(open.aside[0]?.san).toBe("Ra8+");
  expect(open.trial?.dests).toEqual({ e8: "d7" });
  expect(world.lastSocket.commands).toEqual([]);
  room.walk("previous");
  expect(open.fen).toBeNull();
  expect(room.viewpoint.shownPly).toBe(2);
  // One that is no move is taken back.
  open.takes("a1b3");
  analysis.hear({ type: "failed", of: "look", error: { code: "illegal", says: "No.", marks: [] } });
  expect(open.aside).toEqual([]);
  expect(room.status).toBe("No.");
});

test("the mistakes of whoever played are asked one after the other, and nothing gives the answer away", async () => {
  const { room, analysis, study: open } = await study(over({ you: { role: "both", may_join: false, may_steer: false } }));
  analysis.hear(review());
  expect(open.markOf(3, "e2e4 e7e5 g1f3")).toEqual({ sign: "??", mark: 4 });
  expect(open.markOf(3, "e2e4 e7e5 g1h3")).toBeNull();
  expect(open.lesson?.says).toBe("Nf3 misses mate.");
  room.walk("first");
  analysis.hear(lines("", "e2e4"));
  open.toggleExercise();
  expect(room.viewpoint.shownPly).toBe(1);
  expect(open.exercise.count).toEqual({ number: 1, of: 2 });
  open.exercises((exercise) => exercise.next());
  expect(room.viewpoint.shownPly).toBe(2);
  analysis.hear(lines("e2e4 e7e5", "a1a8"));
  expect([open.shown, open.arrows, open.score]).toEqual([null, [], null]);
  expect(analysis.taken().at(-1)).toEqual({ type: "rest" });

  open.takes("e1e2");
  expect(analysis.taken()).toEqual([{ type: "judge", ply: 2, move: "e1e2" }]);
  expect(open.last).toEqual(["e1", "e2"]);
  analysis.hear({ type: "judged", ply: 2, move: "e1e2", san: "Ke2", is_good: false, loss: 0.3, says: "Ke2 gives away the win." });
  expect([open.exercise.stage, open.exercise.says, open.fen]).toEqual(["wrong", "Ke2 gives away the win.", null]);
  // What was not answered when the connection was lost is asked again.
  open.takes("a1a8");
  analysis.lose();
  analysis.taken();
  analysis.open();
  expect(analysis.taken()).toContainEqual({ type: "judge", ply: 2, move: "a1a8" });
  analysis.hear({ type: "judged", ply: 2, move: "a1a8", san: "Ra8#", is_good: true, loss: 0, says: "Ra8# is best." });
  expect(open.exercise.stage).toBe("found");
  expect(open.exercise.hides).toBe(false);
  open.exercises((exercise) => exercise.show());
  expect(open.arrows).toEqual(["Ga1a8"]);
  open.toggleExercise();
  expect(open.exercise.current).toBeNull();
});

test("whoever played one side is asked for that side's mistakes alone", async () => {
  const { analysis, study: open, room } = await study(over());
  analysis.hear(review());
  expect(open.mistakes.map(({ san }) => san)).toEqual(["Nf3"]);
  open.toggleExercise();
  // Who walks away is not asked, and comes back to the question.
  room.walk("first");
  expect(open.exercise.hides).toBe(false);
  open.exercises((exercise) => exercise.resume());
  expect(open.exercise.hides).toBe(true);
});

test("keys lead from mistake to mistake, from the end of a game to the first, and say where there is no other", async () => {
  const { room, analysis, study: open } = await study();
  analysis.hear(review({ moves: MARKED.slice(0, 1) }));
  expect(room.viewpoint.shownPly).toBe(3);
  open.goToMistake(1);
  expect(room.viewpoint.shownPly).toBe(2);
  open.goToMistake(1);
  expect(room.viewpoint.shownPly).toBe(2);
  expect(room.status).toBe(analysisTexts.noOther);
  analysis.hear(review());
  room.walk("first");
  open.goToMistake(1);
  expect(room.viewpoint.shownPly).toBe(2);
  open.goToMistake(1);
  expect(room.viewpoint.shownPly).toBe(3);
  open.goToMistake(1);
  expect(room.viewpoint.shownPly).toBe(2);
  open.goToMistake(-1);
  expect(room.viewpoint.shownPly).toBe(3);
  open.goToMistake(-1);
  expect(room.viewpoint.shownPly).toBe(2);
});

test("an analysis of a game that has other moves by now is not shown as its own", async () => {
  const { analysis, study: open } = await study();
  // Of fewer moves, and of as many others.
  for (const line of ["e2e4", "e2e4 e7e5 g1h3"]) {
    analysis.hear(review({ line }));
    expect(open.isReviewOld, line).toBe(true);
    expect(open.marked).toEqual([]);
    expect(open.score).toBeNull();
  }
  open.startReview();
  expect(open.review).toBeNull();
});

test("an analysis of another line that was made the main one is that of its moves, not of those played", async () => {
  const { room, analysis, study: open, world } = await study();
  const [first, second, third] = tree.moves.slice(1);
  if (!first || !second || !third) throw new Error("the tree has three moves");
  world.tree = treeView([first, second, { after: 2, step: "g1h3", san: "Nh3", fen: fen("b") }, third]);
  await room.analysis.refresh();
  analysis.hear(review({ line: "e2e4 e7e5 g1h3", moves: [{ ply: 2, san: "Nh3", mark: "?", name: "mistake", loss: 0.2 }] }));
  expect(open.isReviewOld).toBe(false);
  expect(open.lesson).toBeNull();
  expect(open.markOf(3, "e2e4 e7e5 g1f3")).toBeNull();
  expect(open.markOf(3, "e2e4 e7e5 g1h3")).toEqual({ sign: "?", mark: 2 });
  expect(open.moveAt(3)?.san).toBe("Nh3");
  room.walk("first");
  open.goToMistake(1);
  expect(room.viewpoint.move?.path).toBe("e2e4 e7e5 g1h3");
  expect(open.reviewedPly).toBe(3);
  expect(open.lesson?.san).toBe("Nh3");
  expect(open.score).toEqual(score(-2));
});

test("mistakes that are found while one tries to do better come to the others", async () => {
  const { analysis, study: open } = await study(over({ you: { role: "both", may_join: false, may_steer: false } }));
  const whole = review() as ReviewView;
  analysis.hear(review({ done: 3, moves: whole.moves.slice(1) }));
  open.toggleExercise();
  expect(open.exercise.count).toEqual({ number: 1, of: 1 });
  analysis.hear(review());
  expect(open.exercise.count).toEqual({ number: 2, of: 2 });
  expect(open.exercise.current?.san).toBe("Nf3");
});

test("of a move that is good as well it is told what the computer had in mind, of the best one nothing more", async () => {
  const { analysis, study: open } = await study(over({ you: { role: "both", may_join: false, may_steer: false } }));
  analysis.hear(review({ moves: (review() as ReviewView).moves.slice(1) }));
  open.toggleExercise();
  open.takes("e1e2");
  analysis.hear({ type: "judged", ply: 2, move: "e1e2", san: "Ke2", is_good: true, loss: 0.01, says: "Ke2 is a good move." });
  expect(open.exercise.other?.san).toBe("Ra8#");
  open.toggleExercise();
  open.toggleExercise();
  open.takes("a1a8");
  analysis.hear({ type: "judged", ply: 2, move: "a1a8", san: "Ra8#", is_good: true, loss: 0, says: "Ra8# is the best move." });
  expect(open.exercise.other).toBeNull();
});

test("what is said of a move that was found comes from the lines that are shown beside it", async () => {
  const { analysis, study: open } = await study(over({ you: { role: "both", may_join: false, may_steer: false } }));
  analysis.hear(review({ moves: MARKED.slice(1) }));
  open.toggleExercise();
  open.takes("a1a8");
  analysis.hear({ type: "judged", ply: 2, move: "a1a8", san: "Ra8#", is_good: true, loss: 0, says: "Ra8# is the best move." });
  expect(open.foundWords).toBe("Ra8# is the best move.");
  const found = (uci: string, san: string): FromAnalysis =>
    lines("e2e4 e7e5", uci, { lines: [{ score: score(1), moves: [{ uci, san }] }] });
  analysis.hear(found("d1e2", "Qe2"));
  expect(open.shown?.lines[0]?.moves[0]?.san).toBe("Qe2");
  expect(open.foundWords).toBe("Ra8# is a good move. The computer would have played Qe2.");
  expect(open.betterLine.map(({ san }) => san)).toEqual(["Qe2"]);
  analysis.hear(found("a1a8", "Ra8#"));
  expect(open.foundWords).toBe("Ra8# is the best move.");
});

test("the server's reason is told where it will not analyse", async () => {
  const { analysis, study: open } = await study();
  analysis.hear({ type: "failed", of: null, error: { code: "computer_off", says: "The host has switched off the computer.", marks: [] } });
  analysis.events?.closed();
  expect(open.trouble).toBe("The host has switched off the computer.");
});
