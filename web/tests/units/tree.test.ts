import { expect, test } from "@playwright/test";
import { GameTree, beginsVariation } from "../../src/game/tree.ts";
import type { TreeMove } from "../../src/game/tree.ts";
import { shownMarks, takenOver, toggled, withShape } from "../../src/game/remarks.ts";
import { texts } from "../../src/texts.ts";
import { FakeEnvironment, settled } from "./fake-environment.ts";
import { entry, gameView, state, treeView } from "./game-views.ts";

/** 1. e4 e5 (1... c5 2. Nf3) (1... c5 2. c3) 2. Nf3 */
const MOVES = [
  { after: 0, step: "e2e4", san: "e4", fen: "4k3/4p3/8/8/4P3/8/8/4K3 b - - 0 1", remarks: ["bold"] },
  { after: 1, step: "e7e5", san: "e5" },
  { after: 1, step: "c7c5", san: "c5" },
  { after: 1, step: "c7c5~2", san: "c5", marks: [1] },
  { after: 2, step: "g1f3", san: "Nf3" },
  { after: 3, step: "g1f3", san: "Nf3" },
  { after: 4, step: "c2c3", san: "c3" },
];
const line = [
  { node: 1, uci: "e2e4", san: "e4", fen: "e2e4" },
  { node: 2, uci: "e7e5", san: "e5", fen: "e7e5" },
];
const over = gameView({
  stage: "over",
  line,
  state: state({ fen: "e7e5", ply: 2, node: 2, ending: { winner: "white", result: "1-0", says: "Over.", on_board: false } }),
});

async function enter(view = over): Promise<{ environment: FakeEnvironment } & Awaited<ReturnType<FakeEnvironment["enter"]>>> {
  const environment = new FakeEnvironment();
  environment.tree = treeView(MOVES);
  const entered = await environment.enter(view);
  await settled();
  return { environment, ...entered };
}

test("a tree knows the way to every move, also where a place has the same move twice", () => {
  const tree = new GameTree(treeView(MOVES));
  const twin = tree.nearest("e2e4 c7c5~2 c2c3");
  expect([twin.path, twin.ply, twin.uci]).toEqual(["e2e4 c7c5~2 c2c3", 3, "c2c3"]);
  expect(tree.onLine([...line.slice(0, 1), { node: 9, uci: "c7c5", san: "c5" }, { node: 9, uci: "c2c3", san: "c3" }])).toBe(twin);
  expect(tree.nearest("e2e4 c7c5 h2h4").path).toBe("e2e4 c7c5");
  expect(beginsVariation(twin)).toBe(false);
  expect(beginsVariation(twin.parent ?? twin)).toBe(true);
  expect(tree.says).toBe(true);
});

test("keys walk through variations and out of them again", async () => {
  const { room } = await enter();
  room.viewpoint.lookAt(1);
  room.viewpoint.walk("next");
  expect([room.viewpoint.isAway, room.viewpoint.move?.path]).toEqual([false, "e2e4 e7e5"]);
  room.lookBeside(1);
  expect(room.viewpoint.move?.path).toBe("e2e4 c7c5");
  room.lookBeside(1);
  room.viewpoint.walk("last");
  expect([room.viewpoint.move?.path, room.viewpoint.fen]).toEqual(["e2e4 c7c5~2 c2c3", "c2c3"]);
  room.viewpoint.walk("previous");
  room.viewpoint.walk("previous");
  expect([room.viewpoint.move?.path, room.viewpoint.variation, room.viewpoint.canReturn]).toEqual(["e2e4", null, true]);
  room.viewpoint.return();
  expect([room.viewpoint.isAway, room.viewpoint.canReturn]).toEqual([false, false]);
  room.viewpoint.lookAt(2);
  // What a file has behind the game can be seen.
  room.viewpoint.walk("next");
  expect([room.viewpoint.isAway, room.viewpoint.move?.path]).toEqual([true, "e2e4 e7e5 g1f3"]);
});

test("a move beside the game is shown at once and looked at when it is added", async () => {
  const { room, socket, environment } = await enter();
  room.viewpoint.lookAt(1);
  await settled();
  expect(room.analysis.place?.turn).toBe("black");
  room.analysis.tryMove("c7c5");
  expect([room.viewpoint.move?.path, socket.commands.length]).toEqual(["e2e4 c7c5", 0]);
  room.viewpoint.lookAt(1);
  room.analysis.tryMove("c5");
  expect([room.viewpoint.move?.path, socket.commands.length]).toEqual(["e2e4 c7c5", 0]);
  room.analysis.tryMove("Nf3+");
  expect([room.viewpoint.move?.path, socket.commands.length]).toEqual(["e2e4 c7c5 g1f3", 0]);
  room.viewpoint.lookAt(1);
  room.analysis.tryMove("e7e6");
  expect(socket.last.action).toEqual({ do: "annotate", at: "e2e4", change: { play: "e7e6" } });
  expect(room.analysis.tried.last?.squares).toEqual(["e7", "e6"]);
  environment.tree = treeView([...MOVES, { after: 1, step: "e7e6", san: "e6" }]);
  const added = { happened: ["annotated"], annotated: "e2e4 e7e6", line: { keep: 2, add: [] }, state: over.state };
  socket.hear(entry(2, { id: socket.last.id, ...added }));
  await settled();
  expect([room.viewpoint.move?.path, room.analysis.tried.last, environment.played]).toEqual(["e2e4 e7e6", null, []]);
});

test("whoever goes on to another move while a remark is on its way stays there", async () => {
  const { room, socket } = await enter();
  room.viewpoint.lookAt(1);
  room.analysis.annotate("e2e4", { comment: { place: "after", text: "mine" } });
  room.viewpoint.lookAtMove(room.tree?.nearest("e2e4 c7c5 g1f3") as TreeMove);
  const written = { happened: ["annotated"], annotated: "e2e4", line: { keep: 2, add: [] }, state: over.state };
  socket.hear(entry(2, { id: socket.last.id, ...written }));
  await settled();
  expect(room.viewpoint.move?.path).toBe("e2e4 c7c5 g1f3");
});

test("what is written is there for the next, and goes where it is refused", async () => {
  const { room, socket } = await enter();
  room.analysis.annotate("e2e4", { marks: "1 16" });
  room.analysis.annotate("e2e4", { comment: { place: "after", text: "a\n\nb" } });
  expect([room.tree?.nearest("e2e4").marks, room.tree?.nearest("e2e4").remarks]).toEqual([
    [1, 16],
    ["a", "b"],
  ]);
  const error = { code: "too_long", says: "Too long.", marks: [] };
  socket.hear({ type: "failed", id: socket.last.id, failure: { error } });
  await settled();
  expect([room.tree?.nearest("e2e4").marks, room.tree?.nearest("e2e4").remarks]).toEqual([[], ["a", "b"]]);
  expect([room.status, socket.last.action]).toMatchObject(["Too long.", { change: { comment: { text: "a\n\nb" } } }]);
  socket.hear({ type: "failed", id: socket.last.id, failure: { error } });
  await settled();
  expect([room.tree?.nearest("e2e4").remarks, room.pending]).toEqual([["bold"], null]);
});

test("what is too much at once is not shown as written", async () => {
  const { room } = await enter();
  for (let mark = 1; mark <= 9; mark += 1) room.analysis.annotate("e2e4", { marks: `${mark}` });
  room.analysis.annotate("e2e4", { comment: { place: "after", text: "lost" } });
  expect([room.tree?.nearest("e2e4").marks, room.tree?.nearest("e2e4").remarks]).toEqual([[9], ["bold"]]);
  room.viewpoint.lookAt(1);
  await settled();
  room.analysis.tryMove("e7e6");
  expect([room.status, room.analysis.tried.last]).toEqual([texts.net.waiting, null]);
});

test("what somebody else writes is seen, and is not written over", async () => {
  const { room, socket, environment } = await enter();
  room.analysis.annotate("e2e4", { marks: "1" });
  environment.tree = treeView([{ ...MOVES[0], remarks: ["theirs"] }, ...MOVES.slice(1)]);
  const theirs = entry(2, { happened: ["annotated"], annotated: "e2e4", line: { keep: 2, add: [] }, state: over.state });
  const error = { code: "stale", says: "The game has gone on.", marks: [] };
  socket.hear({ type: "failed", id: socket.last.id, failure: { error, version: 2, missing: [theirs] } });
  await settled();
  expect([socket.commands.length, room.pending, room.tree?.nearest("e2e4").remarks]).toEqual([1, null, ["theirs"]]);
});

test("only what others wrote after a remark was sent is not written over", async () => {
  const { room, socket } = await enter();
  const theirs = (version: number, annotated: string): ReturnType<typeof entry> =>
    entry(version, { happened: ["annotated"], annotated, line: { keep: 2, add: [] }, state: over.state });
  const late = (version: number): void => {
    const failure = { error: { code: "stale", says: "The game has gone on.", marks: [] }, version };
    socket.hear({ type: "failed", id: socket.last.id, failure });
  };
  socket.hear(theirs(2, "e2e4"));
  room.analysis.annotate("e2e4", { marks: "1" });
  socket.hear(theirs(3, "e2e4 c7c5"));
  late(3);
  expect([socket.commands.length, socket.last.version]).toEqual([2, 3]);
  // The first of two places is as good as the last.
  socket.hear(theirs(4, "e2e4"));
  socket.hear(theirs(5, "e2e4 e7e5"));
  late(5);
  expect([socket.commands.length, room.pending]).toEqual([2, null]);
});

test("after a variation was promoted one stays on its moves, and they are walked as the main line", async () => {
  const { room, socket, environment } = await enter();
  const twin = room.tree?.find("e2e4 c7c5~2 c2c3") as TreeMove;
  room.viewpoint.lookAtMove(twin);
  room.analysis.annotate(twin.path, "promote");
  // 1. e4 c5! 2. c3 (1... e5 2. Nf3) (1... c5 2. Nf3): of two same moves the promoted one is the first now.
  environment.tree = treeView([
    MOVES[0] ?? {},
    { after: 1, step: "c7c5", san: "c5", marks: [1] },
    { after: 1, step: "e7e5", san: "e5" },
    { after: 1, step: "c7c5~2", san: "c5" },
    { after: 2, step: "c2c3", san: "c3" },
    { after: 3, step: "g1f3", san: "Nf3" },
    { after: 4, step: "g1f3", san: "Nf3" },
  ]);
  const promoted = { happened: ["annotated"], annotated: twin.path, line: { keep: 2, add: [] }, state: over.state };
  socket.hear(entry(2, { id: socket.last.id, ...promoted }));
  await settled();
  expect([room.viewpoint.move?.path, room.viewpoint.fen]).toEqual(["e2e4 c7c5 c2c3", "c2c3"]);
  const walked: (string | undefined)[] = [];
  for (const to of ["first", "next", "next", "next", "previous", "first", "last"] as const) {
    room.viewpoint.walk(to);
    walked.push(room.viewpoint.move?.path);
  }
  expect(walked).toEqual(["", "e2e4", "e2e4 c7c5", "e2e4 c7c5 c2c3", "e2e4 c7c5", "", "e2e4 c7c5 c2c3"]);
  // It is the game now: what is over there is no way back to.
  expect(room.viewpoint.canReturn).toBe(false);
  room.viewpoint.lookAt(0);
  expect(room.viewpoint.canReturn).toBe(true);
  room.viewpoint.return();
  expect(room.viewpoint.move?.path).toBe("e2e4 c7c5 c2c3");
  // The line that was the main one is a variation that can be walked as well.
  room.viewpoint.lookAtMove(room.tree?.find("e2e4 e7e5") as TreeMove);
  room.viewpoint.walk("next");
  expect(room.viewpoint.move?.path).toBe("e2e4 e7e5 g1f3");
});

test("a mark makes room for another of its kind, a shape for one of another colour", () => {
  expect([toggled([1, 16], 2), toggled([1, 16], 16), toggled([146], 1)]).toEqual([[2, 16], [1], [1, 146]]);
  expect([withShape(["Ge2e4"], "Re2e4"), withShape(["Ge2e4"], "Ge2e4"), withShape(["Ge2e4"], "Ge4")]).toEqual(["Re2e4", "", "Ge2e4 Ge4"]);
});

test("what is being typed is not overwritten by what is told", () => {
  expect([takenOver("bold", "bold", "theirs"), takenOver("bold mo", "bold", "theirs")]).toEqual(["theirs", "bold mo"]);
});

test("of several marks of a kind the last is shown, and those of other kinds are", () => {
  expect(shownMarks([2, 4])).toEqual([4]);
  expect(shownMarks([4, 2])).toEqual([2]);
  expect(shownMarks([1, 16, 18, 146])).toEqual([1, 18, 146]);
  expect(shownMarks([7, 22, 200])).toEqual([7, 22, 200]);
  expect(shownMarks([])).toEqual([]);
});

test("a variation has the opening that was named last on the way to it", async () => {
  const king = { eco: "B00", name: "King's Pawn Game" };
  const sicilian = { eco: "B20", name: "Sicilian Defense" };
  const environment = new FakeEnvironment();
  const named: Record<string, typeof king> = { e2e4: king, c7c5: sicilian };
  environment.tree = treeView(MOVES.map((m) => ({ ...m, opening: named[m.step] })));
  const { room } = await environment.enter({ ...over, line: line.map((m, i) => (i === 0 ? { ...m, opening: king } : m)) });
  await settled();
  expect(room.viewpoint.opening).toEqual(king);
  for (const [path, opening] of [
    ["e2e4 c7c5 g1f3", sicilian],
    ["e2e4 c7c5~2", king],
    ["", null],
  ] as const) {
    if (room.tree) room.viewpoint.lookAtMove(room.tree.nearest(path));
    expect(room.viewpoint.opening, path).toEqual(opening);
  }
});
