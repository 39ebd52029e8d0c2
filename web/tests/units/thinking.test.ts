import { expect, test } from "@playwright/test";
import { FakeEnvironment } from "./fake-environment.ts";
import { entry, gameView, note } from "./game-views.ts";

const stale = { code: "stale", says: "The game has gone on meanwhile.", marks: [] };

test("thinking lasts from the frame that shows the position to the move", async () => {
  const environment = new FakeEnvironment();
  const { room, socket } = await environment.enter();
  environment.paint();
  environment.time += 5000;
  socket.hear(entry(2));
  // It has come, but nobody could see it yet.
  environment.time += 30;
  environment.paint();
  environment.time += 700.9;
  room.move("g1f3");
  expect(socket.last.thought).toBe(700);
});

test("a move before the position was shown took no thinking", async () => {
  const environment = new FakeEnvironment();
  const { room, socket } = await environment.enter();
  environment.paint();
  environment.time += 5000;
  socket.hear(entry(2));
  environment.time += 12;
  room.move("g1f3");
  expect(socket.last.thought).toBe(0);
});

test("a move made in advance took no thinking, even where it is played after the frame", async () => {
  const environment = new FakeEnvironment();
  const { room, socket } = await environment.enter();
  socket.hear(entry(2));
  environment.paint();
  environment.time += 100;
  room.playPremove("g1f3");
  expect(socket.last.thought).toBe(0);
});

test("a move in advance waits like any other where a command is on its way", async () => {
  const environment = new FakeEnvironment();
  const { room, socket } = await environment.enter();
  room.submit({ do: "offer_draw" });
  room.playPremove("g1f3");
  socket.hear(note(2, 0, "draw_offered"));
  expect(socket.commands).toHaveLength(1);
  socket.hear({ ...note(3, 0, "draw_offered"), id: "command-1" });
  expect(socket.last).toMatchObject({ version: 3, thought: 0, action: { move: "g1f3" } });
});

test("a move that is sent again took no longer for that", async () => {
  const environment = new FakeEnvironment();
  const { room, socket } = await environment.enter();
  environment.paint();
  environment.time += 400;
  room.move("e2e4");
  environment.time += 9000;
  socket.lose();
  environment.time += 9000;
  socket.open();
  environment.paint();
  expect(socket.commands.map(({ thought }) => thought)).toEqual([400, 400]);
});

test("a move made without a connection took as long as it took", async () => {
  const environment = new FakeEnvironment();
  const { room, socket } = await environment.enter();
  environment.paint();
  socket.lose();
  environment.time += 400;
  room.move("e2e4");
  environment.time += 9000;
  socket.open();
  expect(socket.last.thought).toBe(400);
});

test("a connection that comes back with the same position does not begin the thinking anew", async () => {
  const environment = new FakeEnvironment();
  const { room, socket } = await environment.enter();
  environment.paint();
  environment.time += 400;
  socket.lose();
  environment.time += 300;
  socket.open();
  environment.paint();
  environment.time += 50;
  room.move("e2e4");
  expect(socket.last.thought).toBe(750);
});

test("a move that outlives a reload keeps what it took", async () => {
  const environment = new FakeEnvironment();
  const before = await environment.enter();
  environment.paint();
  environment.time += 400;
  before.room.move("e2e4");
  environment.time = 20;
  const after = await environment.enter();
  environment.paint();
  expect(after.socket.last.thought).toBe(400);
});

test("a move put upon a new version was made before that began, and took nothing of it", async () => {
  const environment = new FakeEnvironment();
  const { room, socket } = await environment.enter();
  environment.paint();
  environment.time += 400;
  room.move("e2e4");
  socket.hear({ type: "failed", id: "command-1", failure: { error: stale, version: 2, missing: [note(2, 0)] } });
  expect(socket.commands.map(({ version, thought }) => [version, thought])).toEqual([
    [1, 400],
    [2, 0],
  ]);
});

test("a move that waited for another took nothing of the version that it is sent upon", async () => {
  const environment = new FakeEnvironment();
  const { room, socket } = await environment.enter(gameView({ you: { role: "both", may_join: false, may_steer: false } }));
  environment.paint();
  environment.time += 400;
  room.move("e2e4");
  environment.time += 300;
  room.move("e7e5");
  socket.hear(entry(2, { id: "command-1" }));
  expect(socket.commands.map(({ thought }) => thought)).toEqual([400, 0]);
});

test("what is noted between two moves begins the counting anew, as it does on the server", async () => {
  const environment = new FakeEnvironment();
  const { room, socket } = await environment.enter();
  environment.paint();
  environment.time += 5000;
  socket.hear(note(2, 0, "draw_offered"));
  environment.paint();
  environment.time += 250;
  room.move("e2e4");
  expect(socket.last.thought).toBe(250);
});

test("only moves say how long they took", async () => {
  const environment = new FakeEnvironment();
  const { room, socket } = await environment.enter();
  environment.paint();
  room.submit({ do: "offer_draw" });
  expect(socket.last).not.toHaveProperty("thought");
  socket.hear({ ...note(2, 0, "draw_offered"), id: "command-1" });
  room.submit({ do: "pass" });
  expect(socket.last.thought).toBe(0);
});
