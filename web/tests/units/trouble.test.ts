import { expect, test } from "@playwright/test";
import { Refused, Unreachable } from "../../src/net/http.ts";
import { texts } from "../../src/texts.ts";
import { FakeEnvironment, settled } from "./fake-environment.ts";
import { gameView } from "./game-views.ts";

const gone = { code: "no_game", says: "There is no such game.", marks: [] };
const damaged = { code: "damaged", says: "Entry 17 of this game is damaged.", marks: [] };

const refuses = (reason: typeof gone, status: number) => () => Promise.reject(new Refused(reason, status));

test("a game that is not there is told so, and not asked for again", async () => {
  const environment = new FakeEnvironment();
  environment.answer = refuses(gone, 404);
  const room = await environment.knock();
  expect(room.trouble).toEqual({ reason: gone, isMissing: true });
  expect(environment.connections).toBe(0);
  expect(environment.timers).toHaveLength(0);
});

for (const status of [500, 503, 429]) {
  test(`a game that the server refuses with ${status} is told with its sentence`, async () => {
    const environment = new FakeEnvironment();
    environment.answer = refuses(damaged, status);
    const room = await environment.knock();
    expect(room.trouble).toEqual({ reason: damaged, isMissing: false });
    expect(environment.connections).toBe(0);
  });
}

test("a game that is refused for a while is asked for again, and shown when it comes", async () => {
  const environment = new FakeEnvironment();
  environment.answer = refuses(damaged, 503);
  const room = await environment.knock();
  await environment.elapse();
  expect(room.trouble?.reason).toEqual(damaged);
  environment.answer = () => Promise.resolve(gameView());
  await environment.elapse();
  expect(environment.connections).toBe(1);
  environment.lastSocket.open();
  expect(room.trouble).toBeNull();
  expect(room.view?.version).toBe(1);
  expect(environment.timers).toHaveLength(0);
});

test("a server that cannot be reached is left to the socket, which tries until it can", async () => {
  const environment = new FakeEnvironment();
  environment.answer = () => Promise.reject(new Unreachable());
  const room = await environment.knock();
  expect(room.trouble).toBeNull();
  expect(environment.connections).toBe(1);
});

test("a socket that is refused makes the room ask why, and it is told once", async () => {
  const environment = new FakeEnvironment();
  const { room, socket } = await environment.enter();
  socket.lose();
  environment.answer = refuses(damaged, 503);
  for (let i = 0; i < 3; i++) {
    socket.events.refused();
    await settled();
  }
  expect(room.log.filter(({ says }) => says === damaged.says)).toHaveLength(1);
  expect(room.status).toBe(damaged.says);
  // What is known is shown all the same.
  expect(room.trouble).toBeNull();
  socket.open();
  expect(room.status).toBe(texts.net.back);
  socket.lose();
  socket.events.refused();
  await settled();
  expect(room.log.filter(({ says }) => says === damaged.says)).toHaveLength(2);
});

test("a socket that is refused before anything was shown tells why instead of a board", async () => {
  const environment = new FakeEnvironment();
  environment.answer = () => Promise.reject(new Unreachable());
  const { room, socket } = await environment.load();
  environment.answer = refuses(damaged, 503);
  socket.events.refused();
  await settled();
  expect(room.trouble?.reason).toEqual(damaged);
  socket.open();
  expect(room.trouble).toBeNull();
});

test("a game that is gone for good is told so instead of its board, and the socket tries no more", async () => {
  const environment = new FakeEnvironment();
  const { room, socket } = await environment.enter(gameView({ stage: "open" }));
  socket.lose();
  environment.answer = refuses(gone, 404);
  socket.events.refused();
  await settled();
  expect(room.trouble).toEqual({ reason: gone, isMissing: true });
  expect(socket.isClosed).toBe(true);
});

test("a room that is left connects no more, whatever is answered then", async () => {
  const environment = new FakeEnvironment();
  let answer: (view: ReturnType<typeof gameView>) => void = () => undefined;
  environment.answer = () =>
    new Promise((resolve) => {
      answer = resolve;
    });
  const room = await environment.knock();
  room.close();
  answer(gameView());
  await settled();
  expect(environment.connections).toBe(0);

  environment.answer = refuses(damaged, 503);
  const other = await environment.knock();
  expect(environment.timers).toHaveLength(1);
  other.close();
  expect(environment.timers).toHaveLength(0);
});
