import { expect, test } from "@playwright/test";
import { Drafts } from "../../src/game/drafts.ts";
import { texts } from "../../src/texts.ts";
import { FakeEnvironment, settled } from "./fake-environment.ts";
import { gameView, state, treeView } from "./game-views.ts";

const over = gameView({ stage: "over", state: state({ ending: { winner: "white", result: "1-0", says: "Over.", on_board: false } }) });
const MOVES = [{ after: 0, step: "e2e4", san: "e4" }];

test("what is being typed is kept per game, move and field until it is written", () => {
  const { storage } = new FakeEnvironment();
  const drafts = new Drafts("abcdefgh", storage);
  drafts.keep("e2e4", "after", "bold");
  drafts.keep("e2e4", "drawing", "Ge2");
  drafts.keep("e2e4", "after", "bolder");
  const again = new Drafts("abcdefgh", storage);
  expect([again.of("e2e4", "after"), again.of("e2e4", "drawing"), again.of("", "after")]).toEqual(["bolder", "Ge2", null]);
  expect([again.lastPlace, new Drafts("other678", storage).lastPlace]).toEqual(["e2e4", null]);
  again.forget("e2e4", "after");
  again.forget("e2e4", "drawing");
  expect([drafts.of("e2e4", "after"), drafts.lastPlace]).toEqual([null, null]);
});

test("what the server has needs no draft any more", () => {
  const { storage } = new FakeEnvironment();
  const drafts = new Drafts("abcdefgh", storage);
  for (const field of ["before", "after", "drawing"]) drafts.keep("e2e4", field, field);
  const left = (): string[] => ["before", "after", "drawing"].filter((field) => drafts.of("e2e4", field) !== null);
  drafts.written({ at: "e2e4", change: "promote" });
  drafts.written({ at: "e2e4 e7e5", change: { comment: { place: "after", text: "after" } } });
  expect(left()).toEqual(["before", "after", "drawing"]);
  drafts.written({ at: "e2e4", change: { comment: { place: "after", text: "after" } } });
  expect(left()).toEqual(["before", "drawing"]);
  drafts.written({ at: "e2e4", change: { drawing: "Ge2e4" } });
  expect(left()).toEqual(["before"]);
});

test("drafts are bounded, and what lies in the storage and is none is passed over", () => {
  const { storage, kept } = new FakeEnvironment();
  const drafts = new Drafts("abcdefgh", storage);
  for (let i = 0; i < 30; i++) drafts.keep(`move ${i}`, "after", "x".repeat(5000));
  expect([drafts.of("move 9", "after"), drafts.of("move 29", "after")?.length]).toEqual([null, 3000]);
  for (const other of ["{", "{}", "[null, 1, {}]", '[{"game": "abcdefgh", "at": 1}]']) {
    kept.set("tabiya.drafts", other);
    expect([drafts.lastPlace, drafts.of("move 29", "after")]).toEqual([null, null]);
  }
});

test("whoever comes back to a remark that was not finished finds it where it was", async () => {
  const environment = new FakeEnvironment();
  environment.tree = treeView(MOVES);
  new Drafts("abcdefgh", environment.storage).keep("e2e4", "after", "bold");
  const { room } = await environment.enter(over);
  await settled();
  expect([room.viewpoint.move?.path, room.analysis.isWriting, room.status]).toEqual(["e2e4", true, texts.remarks.draftKept]);
  // Once: a change of the tree takes nobody there again.
  room.viewpoint.lookAt(0);
  await room.analysis.refresh();
  expect(room.viewpoint.move?.path).toBe("");
});

test("whoever may not write is not taken to a draft", async () => {
  const environment = new FakeEnvironment();
  environment.tree = { ...treeView(MOVES), may_edit: false };
  new Drafts("abcdefgh", environment.storage).keep("e2e4", "after", "bold");
  const { room } = await environment.enter(over);
  await settled();
  expect([room.viewpoint.isAway, room.analysis.isWriting]).toEqual([false, false]);
});
