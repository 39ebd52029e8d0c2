import { expect, test } from "@playwright/test";
import { inverseOf } from "../../src/game/inverse.ts";
import { GameTree } from "../../src/game/tree.ts";
import type { TreeChange } from "../../src/protocol.ts";
import { texts } from "../../src/texts.ts";
import { FakeEnvironment, settled } from "./fake-environment.ts";
import type { FakeSocket } from "./fake-environment.ts";
import { entry, gameView, state, treeView } from "./game-views.ts";

/** 1. e4 e5 (1... c5! {sharp} 2. Nf3 (2. c3 {slow}) 2... d6) (1... e6) */
const MOVES = [
  { after: 0, step: "e2e4", san: "e4", remarks: ["bold"], marks: [1], drawing: ["Ge2e4"] },
  { after: 1, step: "e7e5", san: "e5" },
  { after: 1, step: "c7c5", san: "c5", before: ["or"], remarks: ["sharp", "and fast"], marks: [1] },
  { after: 1, step: "e7e6", san: "e6" },
  { after: 3, step: "g1f3", san: "Nf3" },
  { after: 3, step: "c2c3", san: "c3", remarks: ["slow"], drawing: ["Rd4"] },
  { after: 5, step: "d7d6", san: "d6" },
];
const line = [
  { node: 1, uci: "e2e4", san: "e4", fen: "" },
  { node: 2, uci: "e7e5", san: "e5", fen: "" },
];
const tree = new GameTree(treeView(MOVES));
const comment = (place: "before" | "after", text: string): TreeChange => ({ comment: { place, text } });

test("what puts back an edit is what was there before it", () => {
  const inverse = (at: string, change: TreeChange): unknown => inverseOf(tree, { at, change });
  expect(inverse("e2e4", { marks: "" })).toEqual([{ at: "e2e4", change: { marks: "1" } }]);
  expect(inverse("e2e4", { drawing: "" })).toEqual([{ at: "e2e4", change: { drawing: "Ge2e4" } }]);
  expect(inverse("e2e4 c7c5", comment("after", ""))).toEqual([{ at: "e2e4 c7c5", change: comment("after", "sharp\nand fast") }]);
  expect(inverse("e2e4 c7c5", comment("before", "x"))).toEqual([{ at: "e2e4 c7c5", change: comment("before", "or") }]);
  expect(inverse("h2h4", { marks: "" })).toBeNull();
});

test("a variation that was promoted goes back to its place among the others", () => {
  // c5 e5 e6 → e5 c5 e6, and what was said before it is said there again.
  expect(inverseOf(tree, { at: "e2e4 c7c5 g1f3", change: "promote" })).toEqual([
    { at: "e2e4 e7e5", change: "promote" },
    { at: "e2e4 c7c5", change: comment("after", "sharp\nand fast") },
    { at: "e2e4 c7c5", change: comment("before", "or") },
  ]);
  // e6 e5 c5 → e5 e6 c5 → e5 c5 e6: nothing else becomes the line on the way, and loses what is said before it.
  expect(inverseOf(tree, { at: "e2e4 e7e6", change: "promote" })).toEqual([
    { at: "e2e4 e7e5", change: "promote" },
    { at: "e2e4 c7c5", change: "earlier" },
  ]);
  const twins = new GameTree(treeView([...MOVES, { after: 1, step: "e7e6~2", san: "e6" }]));
  // e6~2 e5 c5 e6 → e5 e6~2 c5 e6 → e5 c5 e6~2 e6 → e5 c5 e6 e6~2.
  expect(inverseOf(twins, { at: "e2e4 e7e6~2", change: "promote" })).toEqual([
    { at: "e2e4 e7e5", change: "promote" },
    { at: "e2e4 c7c5", change: "earlier" },
    { at: "e2e4 e7e6~2", change: "earlier" },
  ]);
  expect(inverseOf(tree, { at: "e2e4 e7e5", change: "promote" })).toBeNull();
});

test("what was deleted is played again with all that was said of it", () => {
  expect(inverseOf(tree, { at: "e2e4 c7c5", change: "delete" })).toEqual([
    { at: "e2e4", change: { play: "c7c5" } },
    { at: "e2e4 c7c5", change: comment("before", "or") },
    { at: "e2e4 c7c5", change: comment("after", "sharp\nand fast") },
    { at: "e2e4 c7c5", change: { marks: "1" } },
    { at: "e2e4 c7c5", change: { play: "g1f3" } },
    { at: "e2e4 c7c5 g1f3", change: { play: "d7d6" } },
    { at: "e2e4 c7c5", change: { play: "c2c3" } },
    { at: "e2e4 c7c5 c2c3", change: comment("after", "slow") },
    { at: "e2e4 c7c5 c2c3", change: { drawing: "Rd4" } },
    // It stood before e6, and stands there again.
    { at: "e2e4 c7c5", change: "earlier" },
  ]);
  expect(inverseOf(tree, { at: "e2e4 c7c5 g1f3", change: "delete" })?.slice(-1)).toEqual([{ at: "e2e4 c7c5 g1f3", change: "promote" }]);
});

test("a line that is put back leaves what was said before its variations where it was", () => {
  const variation = { after: 3, step: "c2c3", san: "c3", before: ["or"], remarks: ["slow"] };
  const told = new GameTree(treeView(MOVES.map((m) => (m.step === "c2c3" ? variation : m))));
  expect(inverseOf(told, { at: "e2e4 c7c5 g1f3", change: "delete" })?.slice(-3)).toEqual([
    { at: "e2e4 c7c5 g1f3", change: "promote" },
    { at: "e2e4 c7c5 c2c3", change: comment("after", "slow") },
    { at: "e2e4 c7c5 c2c3", change: comment("before", "or") },
  ]);
});

test("what cannot be played again by edits alone cannot be put back", () => {
  const twins = new GameTree(treeView([...MOVES, { after: 1, step: "c7c5~2", san: "c5" }]));
  expect(inverseOf(twins, { at: "e2e4 c7c5~2", change: "delete" })).toBeNull();
  const passed = new GameTree(treeView([...MOVES, { after: 4, step: "0000", san: "--" }]));
  expect(inverseOf(passed, { at: "e2e4 e7e6", change: "delete" })).toBeNull();
  // What programs wrote, such as clocks, nobody writes here.
  const timed = new GameTree(treeView([...MOVES, { after: 4, step: "d2d4", san: "d4", untold: true }]));
  expect(inverseOf(timed, { at: "e2e4 e7e6", change: "delete" })).toBeNull();
  // A file may say more than one may write.
  const essay = { after: 4, step: "d2d4", san: "d4", remarks: ["x".repeat(3001)] };
  const told = new GameTree(treeView([...MOVES, essay]));
  expect(inverseOf(told, { at: "e2e4 e7e6", change: "delete" })).toBeNull();
  expect(inverseOf(told, { at: "e2e4 e7e6 d2d4", change: comment("after", "short") })).toBeNull();
  const endless = (moves: number): GameTree => {
    const knights = ["g8f6", "g1f3", "f6g8", "f3g1"];
    return new GameTree(treeView(Array.from({ length: moves }, (_, i) => ({ after: i, step: knights[(i + 3) % 4], san: `m${i}` }))));
  };
  expect(inverseOf(endless(301), { at: "f3g1 g8f6", change: "delete" })).toHaveLength(300);
  expect(inverseOf(endless(302), { at: "f3g1 g8f6", change: "delete" })).toBeNull();
});

const over = gameView({
  stage: "over",
  you: { role: "both", may_join: false, may_steer: false },
  free_takeback: true,
  line,
  state: state({ ply: 2, node: 2, ending: { winner: "white", result: "1-0", says: "Over.", on_board: false } }),
});

async function enter(): Promise<{ environment: FakeEnvironment } & Awaited<ReturnType<FakeEnvironment["enter"]>>> {
  const environment = new FakeEnvironment();
  environment.tree = treeView(MOVES);
  const entered = await environment.enter(over);
  await settled();
  return { environment, ...entered };
}

/** The server does what it was asked last. */
async function obey(socket: FakeSocket, version: number, annotated: string): Promise<void> {
  const told = { happened: ["annotated"], annotated, line: { keep: 2, add: [] }, state: over.state };
  socket.hear(entry(version, { id: socket.last.id, ...told }));
  await settled();
}

const change = (socket: FakeSocket): unknown => (socket.last.action as { change?: unknown }).change;

test("an edit is taken back, and made again, and never a move in its place", async () => {
  const { room, socket } = await enter();
  const { history } = room.analysis;
  // Nothing was written: a move is meant.
  expect([history.undo(), history.redo()]).toEqual([false, false]);
  room.analysis.annotate("e2e4", { marks: "2" });
  await obey(socket, 2, "e2e4");
  room.analysis.annotate("e2e4", comment("after", "bolder"));
  await obey(socket, 3, "e2e4");
  expect([history.canUndo, history.undo(), change(socket)]).toEqual([true, true, comment("after", "bold")]);
  await obey(socket, 4, "e2e4");
  expect([room.status, room.viewpoint.move?.path]).toEqual([texts.remarks.undone, "e2e4"]);
  expect([history.undo(), change(socket)]).toEqual([true, { marks: "1" }]);
  await obey(socket, 5, "e2e4");
  const { length } = socket.commands;
  // One step too far is said, and takes no move back.
  expect([history.undo(), socket.commands.length, room.status]).toEqual([true, length, texts.remarks.nothingToUndo]);
  expect(history.undo()).toBe(false);
});

test("what was taken back is made again", async () => {
  const { room, socket, environment } = await enter();
  const { history } = room.analysis;
  room.analysis.annotate("e2e4 c7c5", "promote");
  await obey(socket, 2, "e2e4 c7c5");
  history.undo();
  let version = 3;
  for (; history.isRunning; version++) {
    await obey(socket, version, "e2e4 e7e5");
    await environment.elapse();
  }
  // The promotion of the line, and what was said before and after the move.
  expect(version).toBe(6);
  expect([history.redo(), socket.last.action]).toEqual([true, { do: "annotate", at: "e2e4 c7c5", change: "promote" }]);
  await obey(socket, version, "e2e4 c7c5");
  expect([room.status, history.canUndo, history.redo()]).toEqual([texts.remarks.redone, true, false]);
});

test("a deleted variation is named and comes back edit by edit, told once", async () => {
  const { room, socket, environment } = await enter();
  room.analysis.annotate("e2e4 c7c5 c2c3", "delete");
  environment.tree = treeView(MOVES.filter(({ step }) => step !== "c2c3"));
  await obey(socket, 2, "e2e4 c7c5");
  expect(room.status).toBe(texts.remarks.deleted("2. c3", 0, true));
  const lines = room.log.length;
  room.analysis.history.undo();
  const sent = [socket.last.action];
  for (let version = 3; version <= 5; version++) {
    expect(room.analysis.history.isRunning).toBe(true);
    if (version === 5) environment.tree = treeView(MOVES);
    await obey(socket, version, "e2e4 c7c5 c2c3");
    await environment.elapse();
    if (version < 5) sent.push(socket.last.action);
  }
  expect(sent).toEqual([
    { do: "annotate", at: "e2e4 c7c5", change: { play: "c2c3" } },
    { do: "annotate", at: "e2e4 c7c5 c2c3", change: comment("after", "slow") },
    { do: "annotate", at: "e2e4 c7c5 c2c3", change: { drawing: "Rd4" } },
  ]);
  expect(room.log.slice(lines).map(({ says }) => says)).toEqual([texts.remarks.undone]);
  expect(room.viewpoint.move?.path).toBe("e2e4 c7c5 c2c3");
});

test("what is put back goes on after the connection was lost", async () => {
  const { room, socket, environment } = await enter();
  room.analysis.annotate("e2e4 c7c5 c2c3", "delete");
  await obey(socket, 2, "e2e4 c7c5");
  room.analysis.history.undo();
  socket.lose();
  socket.open({ ...over, version: 3 });
  const { length } = socket.commands;
  socket.hear({ type: "accepted", id: socket.last.id, version: 3 });
  await environment.elapse();
  expect([socket.commands.length, change(socket)]).toEqual([length + 1, comment("after", "slow")]);
});

test("a move that was tried is taken away again, with what had to be made for it beside the end", async () => {
  const { room, socket } = await enter();
  room.analysis.annotate("e2e4 c7c5", { play: "b1c3" });
  await obey(socket, 2, "e2e4 c7c5 b1c3");
  room.analysis.history.undo();
  expect(socket.last.action).toEqual({ do: "annotate", at: "e2e4 c7c5 b1c3", change: "delete" });
  await obey(socket, 3, "e2e4 c7c5");
  // After the last move of the game it stands beside it.
  room.analysis.annotate("e2e4 e7e5", { play: "g1f3" });
  await obey(socket, 4, "e2e4 e7e5~2 g1f3");
  room.analysis.history.undo();
  expect(socket.last.action).toEqual({ do: "annotate", at: "e2e4 e7e5~2", change: "delete" });
});

test("after anything else has happened nothing that was written is taken back", async () => {
  const { room, socket } = await enter();
  const { history } = room.analysis;
  const theirs = { happened: ["annotated"], annotated: "e2e4", line: { keep: 2, add: [] }, state: over.state };
  room.analysis.annotate("e2e4", { marks: "2" });
  await obey(socket, 2, "e2e4");
  socket.hear(entry(3, theirs));
  expect([history.canUndo, history.undo()]).toEqual([false, false]);
  room.analysis.annotate("e2e4", { marks: "3" });
  const error = { code: "too_many_marks", says: "Too many.", marks: [] };
  socket.hear({ type: "failed", id: socket.last.id, failure: { error } });
  expect([history.canUndo, history.undo()]).toEqual([false, false]);
});

test("what was written can be taken back after a reload, unless something else has happened", async () => {
  const { room, socket, environment } = await enter();
  room.analysis.annotate("e2e4", { marks: "2" });
  await obey(socket, 2, "e2e4");
  room.analysis.annotate("e2e4", comment("after", "bolder"));
  await obey(socket, 3, "e2e4");
  const again = await environment.enter({ ...over, version: 3 });
  await settled();
  const { history } = again.room.analysis;
  expect([history.canUndo, history.undo(), change(again.socket)]).toEqual([true, true, comment("after", "bold")]);
  await obey(again.socket, 4, "e2e4");
  expect([history.undo(), change(again.socket)]).toEqual([true, { marks: "1" }]);
  await obey(again.socket, 5, "e2e4");
  // What was taken back can be made again as well.
  const third = await environment.enter({ ...over, version: 5 });
  await settled();
  expect([third.room.analysis.history.redo(), change(third.socket)]).toEqual([true, { marks: "2" }]);
  await obey(third.socket, 6, "e2e4");
  const late = await environment.enter({ ...over, version: 7 });
  await settled();
  expect([late.room.analysis.history.canUndo, late.room.analysis.history.undo()]).toEqual([false, false]);
});

test("an edit that was on its way when the page was loaded anew can be taken back", async () => {
  const { room, environment } = await enter();
  room.analysis.annotate("e2e4", { marks: "2" });
  const again = await environment.enter(over);
  await settled();
  await obey(again.socket, 2, "e2e4");
  const { history } = again.room.analysis;
  expect([history.canUndo, history.undo(), change(again.socket)]).toEqual([true, true, { marks: "1" }]);
});
