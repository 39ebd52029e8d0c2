import { expect, test } from "@playwright/test";
import { FakeEnvironment } from "./fake-environment.ts";
import { entry, gameView, note } from "./game-views.ts";

const stale = { code: "stale", says: "The game has gone on meanwhile.", marks: [] };

test("where entries are missing, the server is asked, and nothing is shown out of order", async () => {
  const { room, socket } = await new FakeEnvironment().enter();
  socket.hear(entry(4));
  expect(room.view?.version).toBe(1);
  expect(socket.pings).toEqual([1]);
  for (const version of [2, 3, 4]) socket.hear(entry(version));
  expect(room.view?.version).toBe(4);
  expect(room.view?.line.map((m) => m.san)).toEqual(["m1", "m2", "m3"]);
});

test("the server is asked once for what is missing, however much comes behind the gap", async () => {
  const { socket } = await new FakeEnvironment().enter();
  for (const version of [4, 5, 6]) socket.hear(entry(version));
  expect(socket.pings).toEqual([1]);
  socket.hear(entry(2));
  socket.hear(entry(7));
  expect(socket.pings).toEqual([1, 2]);
});

test("what is missing may come in pages: as long as each brings something, the next is asked for", async () => {
  const { room, socket } = await new FakeEnvironment().enter();
  socket.hear(entry(6));
  for (const version of [2, 3]) socket.hear(entry(version));
  socket.hear({ type: "pong", version: 6, now: 1 });
  for (const version of [4, 5]) socket.hear(entry(version));
  socket.hear({ type: "pong", version: 6, now: 1 });
  expect(socket.pings).toEqual([1, 3, 5]);
  // A page that brings nothing is the last: the next ping of the clock asks again.
  socket.hear({ type: "pong", version: 6, now: 1 });
  expect(socket.pings).toEqual([1, 3, 5]);
  socket.hear(entry(6));
  socket.hear({ type: "pong", version: 6, now: 1 });
  expect(room.view?.version).toBe(6);
  expect(socket.pings).toEqual([1, 3, 5]);
});

test("a command that came too late is sent again only when all that happened before it is known", async () => {
  const { room, socket } = await new FakeEnvironment().enter();
  room.move("e2e4");
  socket.hear({ type: "failed", id: "command-1", failure: { error: stale, version: 4, missing: [note(2, 0)] } });
  expect(socket.pings).toEqual([2]);
  expect(socket.commands).toHaveLength(1);
  socket.hear(note(3, 0));
  expect(socket.commands).toHaveLength(1);
  socket.hear(note(4, 0));
  expect(socket.commands.map(({ id, version }) => [id, version])).toEqual([
    ["command-1", 1],
    ["command-1", 4],
  ]);
  // What comes by itself was asked for once.
  expect(socket.pings).toEqual([2]);
});

test("a command that came too late is refused when a later page has a move", async () => {
  const { room, socket } = await new FakeEnvironment().enter();
  room.move("e2e4");
  socket.hear({ type: "failed", id: "command-1", failure: { error: stale, version: 3, missing: [note(2, 0)] } });
  expect(room.pending).not.toBeNull();
  expect(room.refusal).toBeNull();
  socket.hear(entry(3));
  expect(room.pending).toBeNull();
  expect(room.refusal).toEqual(stale);
  expect(socket.commands).toHaveLength(1);
});

test("a late command that turns out to be obeyed is settled, not judged", async () => {
  const { room, socket } = await new FakeEnvironment().enter();
  room.move("e2e4");
  socket.hear({ type: "failed", id: "command-1", failure: { error: stale, version: 3, missing: [] } });
  socket.hear(entry(2, { id: "command-1" }));
  socket.hear(entry(3));
  expect(room.pending).toBeNull();
  expect(room.refusal).toBeNull();
  expect(socket.commands).toHaveLength(1);
});

test("a late command is sent again with a new connection, whatever was to be waited for", async () => {
  const { room, socket } = await new FakeEnvironment().enter();
  room.move("e2e4");
  socket.hear({ type: "failed", id: "command-1", failure: { error: stale, version: 3, missing: [] } });
  socket.lose();
  socket.open(gameView({ version: 3 }));
  expect(socket.commands).toHaveLength(2);
  // Nothing of the old answer is left to judge it by.
  socket.hear(note(4, 0));
  expect(room.pending?.id).toBe("command-1");
  expect(room.refusal).toBeNull();
});
