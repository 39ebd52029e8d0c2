import { expect, test } from "@playwright/test";
import { Room } from "../../src/game/room.ts";
import { FakeEnvironment, settled } from "./fake-environment.ts";
import { entry, gameView } from "./game-views.ts";

const said = (room: Room): string[] => room.log.map(({ says }) => says);
const refusal = { code: "pinned", says: "The bishop is pinned.", marks: [] };

test("what was said is there after a reload, with what happened meanwhile in its place", async () => {
  const window = new FakeEnvironment();
  const { room, socket } = await window.enter();
  socket.hear(entry(2));
  socket.hear({ type: "failed", id: null, failure: { error: refusal } });
  const before = said(room);
  expect(before.slice(-2)).toEqual(["Entry 2.", refusal.says]);
  room.close();
  window.entries = [entry(2), entry(3), entry(4), entry(5)];
  const again = await window.enter(gameView({ version: 4 }));
  // This one comes before the answer about the others.
  again.socket.hear(entry(5));
  await settled();
  expect(said(again.room)).toEqual([...before, "Entry 3.", "Entry 4.", "Entry 5."]);
  expect(new Set(again.room.log.map(({ key }) => key)).size).toBe(again.room.log.length);
  expect(again.room.log.find(({ says }) => says === refusal.says)?.kind).toBe("refusal");
  again.room.close();
  const third = await window.enter(gameView({ version: 5 }));
  await settled();
  expect(said(third.room)).toEqual(said(again.room));
});

test("a window that comes to a game for the first time is told how it stands, and no more", async () => {
  const window = new FakeEnvironment();
  window.entries = [entry(2), entry(3)];
  const { room } = await window.enter(gameView({ version: 3 }));
  await settled();
  expect(said(room)).toHaveLength(1);
});

test("of a few games it is kept what was said, and of no more", async () => {
  const window = new FakeEnvironment();
  for (const name of ["game0001", "game0002", "game0003", "game0004", "game0005", "game0006"]) {
    const room = new Room(name, window);
    await settled();
    window.lastSocket.open(gameView({ game: name }));
    room.close();
  }
  const kept = [...window.kept.keys()].filter((key) => key.startsWith("tabiya.log."));
  expect(kept).toEqual(["game0002", "game0003", "game0004", "game0005", "game0006"].map((name) => `tabiya.log.${name}`));
});

test("a game is left without a question while nobody waits and nothing was done in it", async () => {
  const engaged = async (given: Partial<ReturnType<typeof gameView>>): Promise<boolean> =>
    (await new FakeEnvironment().enter(gameView(given))).room.isEngaged;
  const alone = { role: "both", may_join: false, may_steer: false } as const;
  const watching = { role: "spectator", may_join: false, may_steer: false } as const;
  expect(await engaged({})).toBe(true);
  expect(await engaged({ stage: "over" })).toBe(false);
  expect(await engaged({ stage: "open", version: 0 })).toBe(true);
  expect(await engaged({ you: watching, version: 9 })).toBe(false);
  expect(await engaged({ you: alone, version: 1 })).toBe(false);
  expect(await engaged({ you: alone, version: 2 })).toBe(true);
});
