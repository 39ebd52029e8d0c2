import { expect, test } from "@playwright/test";
import { onItsWayWords } from "../../src/game/on-its-way.ts";
import { Room } from "../../src/game/room.ts";
import { Refused, Unreachable } from "../../src/net/http.ts";
import { texts } from "../../src/texts.ts";
import { FakeEnvironment, settled } from "./fake-environment.ts";
import { entry, gameView, note, state } from "./game-views.ts";

const stale = { code: "stale", says: "The game has gone on meanwhile.", marks: [] };
const pinned = { code: "pinned", says: "The bishop is pinned.", marks: [] };

test("a move is sent upon the version that is known, and waits for its answer", async () => {
  const { room, socket } = await new FakeEnvironment().enter(gameView({ version: 7 }));
  room.move("e2e4");
  expect(socket.last).toMatchObject({ id: "command-1", version: 7, action: { do: "move", move: "e2e4" } });
  expect(room.pending?.id).toBe("command-1");
});

test("a move is settled by its entry", async () => {
  const { room, socket } = await new FakeEnvironment().enter();
  room.move("e2e4");
  socket.hear(entry(2, { id: "command-1" }));
  socket.hear({ type: "accepted", id: "command-1", version: 2 });
  expect(room.pending).toBeNull();
  expect(room.view?.line.map((m) => m.san)).toEqual(["m1"]);
  expect(socket.commands).toHaveLength(1);
});

test("a command that is answered twice is settled once, and the next one is not touched", async () => {
  const { room, socket } = await new FakeEnvironment().enter();
  room.move("e2e4");
  socket.hear(entry(2, { id: "command-1" }));
  socket.hear({ type: "accepted", id: "command-1", version: 2 });
  socket.hear(entry(3));
  room.move("g1f3");
  socket.hear(entry(2, { id: "command-1" }));
  socket.hear({ type: "accepted", id: "command-1", version: 2 });
  socket.hear({ type: "failed", id: "command-1", failure: { error: stale, version: 3 } });
  expect(room.pending?.id).toBe("command-2");
  expect(room.view?.version).toBe(3);
  expect(room.view?.line).toHaveLength(2);
  expect(socket.commands).toHaveLength(2);
});

test("a busy computer is told until its move comes", async () => {
  const { room, socket } = await new FakeEnvironment().enter();
  socket.hear({ type: "busy", version: 0 });
  expect(room.status).not.toBe(texts.game.computerBusy);
  socket.hear({ type: "busy", version: room.view?.version ?? 0 });
  expect([room.status, room.log.at(-1)?.kind]).toEqual([texts.game.computerBusy, "note"]);
  socket.hear(entry(2));
  expect(room.status).not.toBe(texts.game.computerBusy);
});

test("an acceptance without its entry does not settle a command, for the position is not known yet", async () => {
  const { room, socket } = await new FakeEnvironment().enter();
  room.move("e2e4");
  socket.hear({ type: "accepted", id: "command-1", version: 2 });
  expect(room.pending?.id).toBe("command-1");
  socket.hear(entry(2, { id: "command-1" }));
  expect(room.pending).toBeNull();
});

test("what is asked while a command is on its way follows in order, each upon the version before it", async () => {
  const { room, socket } = await new FakeEnvironment().enter(gameView({ you: { role: "both", may_join: false, may_steer: false } }));
  for (const m of ["e2e4", "e7e5", "g1f3"]) room.move(m);
  expect(socket.commands).toHaveLength(1);
  socket.hear(entry(2, { id: "command-1" }));
  expect(socket.last).toMatchObject({ id: "command-2", version: 2, action: { move: "e7e5" } });
  socket.hear(entry(3, { id: "command-2" }));
  expect(socket.last).toMatchObject({ id: "command-3", version: 3, action: { move: "g1f3" } });
});

test("too much at once is told, not kept", async () => {
  const { room, socket } = await new FakeEnvironment().enter();
  for (let i = 0; i < 9; i++) room.submit({ do: "undo" });
  expect(room.status).not.toBe(texts.net.waiting);
  room.submit({ do: "undo" });
  expect(room.status).toBe(texts.net.waiting);
  expect(socket.commands).toHaveLength(1);
});

test("a refused command is told with its reason, and takes what was to follow it along", async () => {
  const environment = new FakeEnvironment();
  const { room, socket } = await environment.enter();
  const resets = room.resets;
  room.move("e2d3");
  room.move("d7d5");
  socket.hear({ type: "failed", id: "command-1", failure: { error: pinned } });
  expect(room.refusal).toEqual(pinned);
  expect(room.log.at(-1)).toMatchObject({ says: pinned.says, kind: "refusal" });
  // The board shows the move already, and must take it back.
  expect(room.resets).toBeGreaterThan(resets);
  expect(room.pending).toBeNull();
  expect(environment.kept.has("tabiya.command.abcdefgh")).toBe(false);
  expect(socket.commands).toHaveLength(1);
  expect(environment.played).toEqual(["refusal"]);
});

test("a refusal of something else leaves the command on its way", async () => {
  const { room, socket } = await new FakeEnvironment().enter();
  room.move("e2e4");
  socket.hear({ type: "failed", id: null, failure: { error: pinned } });
  expect(room.pending?.id).toBe("command-1");
});

test("a command is sent again, with its name, when the connection comes back", async () => {
  const environment = new FakeEnvironment();
  const { room, socket } = await environment.enter();
  room.move("e2e4");
  socket.lose();
  expect(room.connection).toBe("offline");
  await environment.elapse();
  socket.open();
  expect(socket.commands.map(({ id }) => id)).toEqual(["command-1", "command-1"]);
  expect(socket.commands[1]).toEqual(socket.commands[0]);
  expect(room.log.map(({ says }) => says)).toEqual([texts.game.toMove.white, texts.net.lost, texts.net.back]);
});

test("a game is shown and played as soon as it is known, before its connection is there", async () => {
  const environment = new FakeEnvironment();
  const { room, socket } = await environment.load();
  expect(room.view?.state.fen).toBe(gameView().state.fen);
  room.move("e2e4");
  expect([room.isAwaitingPosition, socket.commands]).toEqual([true, []]);
  socket.open();
  expect(socket.commands.map(({ action }) => action)).toEqual([{ do: "move", move: "e2e4" }]);
  expect(room.log.map(({ says }) => says)).toEqual([texts.game.toMove.white]);
});

test("a game that was just made is not asked for", async () => {
  const environment = new FakeEnvironment();
  environment.answer = () => Promise.reject(new Error("nobody needs to ask"));
  const room = new Room("abcdefgh", environment, gameView());
  await settled();
  expect([room.view?.version, environment.connections]).toEqual([1, 1]);
});

test("a wish for a rematch is told once: to its player in the panel, to whoever watches in the status", async () => {
  const over = gameView({ stage: "over" });
  const says = texts.game.rematchWanted(over.black.name);
  for (const [role, status] of [
    ["white", ""],
    ["spectator", says],
  ] as const) {
    const { room, socket } = await new FakeEnvironment().enter({ ...over, you: { role, may_join: false, may_steer: false } });
    socket.hear({ type: "rematch", version: 1, by: "black", next: null });
    expect([room.status, room.log.at(-1)?.says]).toEqual([status, says]);
  }
});

test("whoever watches keeps the way to the rematch that was told once", async () => {
  const watched = gameView({ stage: "over", you: { role: "spectator", may_join: false, may_steer: false } });
  const { room, socket } = await new FakeEnvironment().enter(watched);
  socket.hear({ type: "rematch", version: 1, by: null, next: "ijklmnop" });
  expect([room.status, room.view?.next]).toEqual([texts.game.rematchBegun, "ijklmnop"]);
  socket.lose();
  socket.open(watched);
  expect(room.view?.next).toBe("ijklmnop");
});

test("a move that is not answered for a while is told to be on its way, once", async () => {
  const environment = new FakeEnvironment();
  const view = gameView({ state: state({ dests: { e2: "e3e4" } }) });
  const { room, socket } = await environment.enter(view);
  const told = (): number => room.log.filter((line) => line.says === texts.game.moveOnItsWay).length;
  room.move("e2e4");
  expect([onItsWayWords(room), told()]).toEqual([null, 0]);
  await environment.elapse();
  expect([onItsWayWords(room), told()]).toEqual([texts.game.moveOnItsWay, 1]);
  // Sent again over a new connection, it is the same move.
  socket.lose();
  socket.open(view);
  await environment.elapse();
  expect([onItsWayWords(room), told()]).toEqual([texts.game.moveOnItsWay, 1]);
  socket.hear(entry(2, { id: "command-1" }));
  expect([onItsWayWords(room), told()]).toEqual([null, 1]);
  // What was answered in time is not spoken of.
  room.move("g1f3");
  socket.hear(entry(3, { id: "command-2" }));
  await environment.elapse();
  expect(told()).toBe(1);
});

test("a connection is said to be lost only where something is shown and it is gone for a moment", async () => {
  const environment = new FakeEnvironment();
  environment.answer = () => Promise.reject(new Unreachable());
  const { room, socket } = await environment.load();
  const says = (): string[] => room.log.map((line) => line.says);
  // Before there was anything to see.
  socket.lose();
  await environment.elapse();
  expect([room.isCutOff, says()]).toEqual([false, []]);
  socket.open();
  // Back before anybody has missed it.
  socket.lose();
  socket.lose();
  socket.open();
  await environment.elapse();
  expect([room.isCutOff, says()]).toEqual([false, [texts.game.toMove.white]]);
  socket.lose();
  expect([room.connection, room.isCutOff]).toEqual(["offline", false]);
  await environment.elapse();
  socket.lose();
  await environment.elapse();
  expect([room.isCutOff, says().slice(1)]).toEqual([true, [texts.net.lost]]);
  socket.open();
  expect([room.isCutOff, says().slice(1)]).toEqual([false, [texts.net.lost, texts.net.back]]);
});

test("whoever leaves a game, or joins it anew, does not read that a connection was lost", async () => {
  const environment = new FakeEnvironment();
  const { room, socket } = await environment.enter();
  room.close();
  socket.events.connected(false);
  await environment.elapse();
  const again = await environment.enter();
  expect(again.room.log.map(({ says }) => says)).toEqual([texts.game.toMove.white]);
});

test("a command given without a connection is sent when there is one", async () => {
  const { room, socket } = await new FakeEnvironment().enter();
  socket.lose();
  room.move("e2e4");
  expect(socket.commands).toHaveLength(0);
  socket.open();
  expect(socket.commands).toHaveLength(1);
});

test("a command that was obeyed before the connection was lost is settled by the answer to sending it again", async () => {
  const { room, socket } = await new FakeEnvironment().enter();
  room.move("e2e4");
  socket.lose();
  socket.open(gameView({ version: 2, state: state({ node: 1, turn: "black" }) }));
  expect(room.pending?.id).toBe("command-1");
  socket.hear({ type: "accepted", id: "command-1", version: 2 });
  expect(room.pending).toBeNull();
});

test("a command outlives a reload with its name, and is forgotten with its answer", async () => {
  const environment = new FakeEnvironment();
  const before = await environment.enter();
  before.room.move("e2e4");
  const { room, socket } = await environment.enter();
  expect(socket.last).toEqual(before.socket.last);
  socket.hear(entry(2, { id: "command-1" }));
  expect(room.pending).toBeNull();
  const after = await environment.enter(gameView({ version: 2 }));
  expect(after.socket.commands).toHaveLength(0);
});

for (const kept of ["", "null", "{", "[]", '"e4"', '{"id": 1}', '{"id": "a", "version": 1, "node": 0, "action": null}']) {
  test(`what lies in the storage and is no command is passed over: ${kept}`, async () => {
    const environment = new FakeEnvironment();
    environment.kept.set("tabiya.command.abcdefgh", kept);
    const { room, socket } = await environment.enter();
    expect(room.pending).toBeNull();
    room.move("e2e4");
    expect(socket.commands).toHaveLength(1);
  });
}

test("entries come once: an old one changes nothing", async () => {
  const { room, socket } = await new FakeEnvironment().enter(gameView({ version: 3 }));
  const before = room.view;
  socket.hear(entry(2));
  socket.hear(entry(3));
  expect(room.view).toBe(before);
});

test("a command is put upon a new version where only something was noted, with the same name", async () => {
  const { room, socket } = await new FakeEnvironment().enter();
  room.move("e2e4");
  socket.hear({ type: "failed", id: "command-1", failure: { error: stale, version: 2, missing: [note(2, 0)] } });
  expect(socket.commands.map(({ id, version }) => [id, version])).toEqual([
    ["command-1", 1],
    ["command-1", 2],
  ]);
  expect(room.refusal).toBeNull();
  socket.hear(entry(3, { id: "command-1" }));
  expect(room.pending).toBeNull();
});

test("the new version of a command outlives a reload, too", async () => {
  const environment = new FakeEnvironment();
  const { room, socket } = await environment.enter();
  room.move("e2e4");
  socket.hear({ type: "failed", id: "command-1", failure: { error: stale, version: 2, missing: [note(2, 0)] } });
  const after = await environment.enter(gameView({ version: 2 }));
  expect(after.socket.last).toMatchObject({ id: "command-1", version: 2 });
});

test("a command is refused where the game has moved on meanwhile", async () => {
  const { room, socket } = await new FakeEnvironment().enter();
  room.move("e2e4");
  socket.hear({ type: "failed", id: "command-1", failure: { error: stale, version: 2, missing: [entry(2)] } });
  expect(room.pending).toBeNull();
  expect(room.refusal).toEqual(stale);
  expect(socket.commands).toHaveLength(1);
});

const machine = { ...gameView().black, kind: "computer" as const };

test("what is taken back while the computer moves is taken back with its move", async () => {
  const { room, socket } = await new FakeEnvironment().enter(gameView({ free_takeback: true, black: machine }));
  room.move("e2e4");
  room.submit({ do: "undo" });
  socket.hear(entry(2, { id: "command-1" }));
  expect(socket.last).toMatchObject({ version: 2, action: { do: "undo" } });
  socket.hear({ type: "failed", id: "command-2", failure: { error: stale, version: 3, missing: [entry(3, { id: "computer 2" })] } });
  expect(socket.last).toMatchObject({ version: 3, action: { do: "undo" } });
  expect([room.refusal, room.isAwaitingPosition]).toEqual([null, true]);
  socket.hear(entry(4, { id: socket.last.id, happened: ["undone"], line: { keep: 0, add: [] }, state: state() }));
  expect([room.pending, room.view?.line]).toEqual([null, []]);
});

test("a mate by the computer is taken back as well, but not an end that nothing brings back", async () => {
  for (const on_board of [true, false]) {
    const { room, socket } = await new FakeEnvironment().enter(gameView({ free_takeback: true, black: machine }));
    room.move("g2g4");
    room.submit({ do: "undo" });
    socket.hear(entry(2, { id: "command-1" }));
    const ending = { winner: "black" as const, result: "0-1", says: "Black wins.", on_board };
    socket.hear(entry(3, { happened: ["moved", "ended"], state: state({ node: 2, ply: 2, ending }) }));
    socket.hear({ type: "failed", id: "command-2", failure: { error: stale, version: 3 } });
    expect([socket.last.version, room.refusal]).toEqual(on_board ? [3, null] : [2, stale]);
  }
});

test("what is taken back is refused where more than the computer's answer came first", async () => {
  const { room, socket } = await new FakeEnvironment().enter(gameView({ free_takeback: true, black: machine }));
  room.move("e2e4");
  room.submit({ do: "undo" });
  socket.hear(entry(2, { id: "command-1" }));
  // Another window of the same player was quicker.
  for (const version of [3, 4, 5]) socket.hear(entry(version));
  socket.hear({ type: "failed", id: "command-2", failure: { error: stale, version: 5 } });
  expect([room.pending, room.refusal]).toEqual([null, stale]);
});

test("a command is refused where the game has ended meanwhile", async () => {
  const { room, socket } = await new FakeEnvironment().enter();
  room.move("e2e4");
  const ending = { winner: "black" as const, result: "0-1", says: "White's time is up.", on_board: false };
  const ended = entry(2, { happened: ["ended"], line: { keep: 0, add: [] }, state: state({ ending }) });
  socket.hear({ type: "failed", id: "command-1", failure: { error: stale, version: 2, missing: [ended] } });
  expect(room.pending).toBeNull();
  expect(room.view?.stage).toBe("over");
  expect(socket.commands).toHaveLength(1);
});

test("whoever looks back stays there while the game goes on, unless that move is taken back", async () => {
  const { room, socket } = await new FakeEnvironment().enter();
  socket.hear(entry(2));
  socket.hear(entry(3));
  room.viewpoint.lookAt(1);
  expect(room.viewpoint.isAway).toBe(true);
  socket.hear(entry(4));
  expect(room.viewpoint.shownPly).toBe(1);
  socket.hear(entry(5, { happened: ["undone"], line: { keep: 0, add: [] } }));
  expect(room.viewpoint.isAway).toBe(false);
  expect(room.viewpoint.shownPly).toBe(0);
});

test("whoever looks back before the connection is there, or while it is lost, stays there", async () => {
  const line = ["e4", "e5", "Nf3"].map((san, i) => ({ node: i + 1, uci: "e2e4", san }));
  const view = gameView({ version: 4, line, state: state({ node: 3, ply: 3, turn: "black" }) });
  const environment = new FakeEnvironment();
  environment.answer = () => Promise.resolve(view);
  const { room, socket } = await environment.load();
  room.viewpoint.walk("previous");
  socket.open(view);
  expect(room.viewpoint.words).toBe(texts.game.lookingAt("1...", "e5"));
  socket.lose();
  const longer = [...line, { node: 4, uci: "b8c6", san: "Nc6" }];
  socket.open({ ...view, version: 5, line: longer, state: state({ node: 4, ply: 4 }) });
  expect(room.viewpoint.words).toBe(texts.game.lookingAt("1...", "e5"));
  // What was taken back meanwhile cannot be looked at, and how it ended is seen.
  socket.lose();
  socket.open({ ...view, version: 8, line: line.slice(0, 2), state: state({ node: 2, ply: 2 }) });
  expect(room.viewpoint.isAway).toBe(false);
  room.viewpoint.walk("previous");
  socket.lose();
  socket.open({ ...view, version: 9, stage: "over", line: line.slice(0, 2), state: state({ node: 2, ply: 2 }) });
  expect(room.viewpoint.isAway).toBe(false);
});

test("a seat that was taken makes the room ask for the game again", async () => {
  const environment = new FakeEnvironment();
  const { room, socket } = await environment.enter(gameView({ stage: "open" }));
  socket.hear({ type: "seats", version: 1 });
  await expect.poll(() => room.view?.stage).toBe("live");
  expect(room.status).toBe(texts.game.begins("Anna", "Bert"));
  environment.answer = () => Promise.reject(new Error("no network"));
  socket.hear({ type: "seats", version: 1 });
  await expect.poll(() => socket.restarts).toBe(1);
});

test("two computers are steered wherever they stand, and what is done is shown", async () => {
  const playing = { maker: "Anna", speed: "normal", pause: null, one_move: false } as const;
  const you = { role: "spectator", may_join: false, may_steer: true } as const;
  const { room, socket } = await new FakeEnvironment().enter(gameView({ you, exhibition: playing }));
  expect(room.maySteer).toBe(true);
  room.submit({ do: "pause" });
  // A computer moved before the command was there.
  socket.hear(entry(2, { exhibition: playing }));
  socket.hear({ type: "failed", id: "command-1", failure: { error: stale, version: 2 } });
  expect(socket.last).toMatchObject({ id: "command-1", version: 2, action: { do: "pause" } });
  const pause = { code: "maker", says: "Paused by Anna." };
  socket.hear(entry(3, { id: "command-1", happened: ["paused"], line: { keep: 1, add: [] }, exhibition: { ...playing, pause } }));
  expect(room.pending).toBeNull();
  expect(room.view?.exhibition?.pause).toEqual(pause);
  // Looking back is not disturbed by steering.
  room.viewpoint.lookAt(0);
  room.submit({ do: "step" });
  expect(room.viewpoint.shownPly).toBe(0);
});

const switches = {
  lobby_closed: false,
  sessions_closed: false,
  takebacks_off: false,
  computer_off: false,
  clocks_paused: false,
  announcement: null,
};

test("a game that the host holds is asked for again, and so is one that is held no longer", async () => {
  const world = new FakeEnvironment();
  const { socket } = await world.enter();
  let asked = 0;
  const answer = world.answer;
  world.answer = () => {
    asked += 1;
    return answer();
  };
  socket.hear({ type: "host", ...switches, announcement: "Hello" });
  expect([asked, world.hosted.at(-1)?.announcement]).toEqual([0, "Hello"]);
  socket.hear({ type: "host", ...switches, clocks_paused: true });
  socket.hear({ type: "host", ...switches, clocks_paused: true, takebacks_off: true });
  expect(asked).toBe(1);
  socket.hear({ type: "host", ...switches });
  expect(asked).toBe(2);
});

test("a server that the host shuts down is told as such, until it is there again", async () => {
  const world = new FakeEnvironment();
  const { room, socket } = await world.enter();
  socket.events.connected(false, "shut-down");
  expect([room.isShutDown, room.status]).toEqual([true, texts.net.shutDown]);
  socket.events.connected(false);
  expect(room.isShutDown).toBe(true);
  socket.events.connected(true);
  expect([room.isShutDown, room.status]).toEqual([false, texts.net.back]);
  socket.events.connected(false);
  await world.elapse();
  expect([room.isShutDown, room.status]).toEqual([false, texts.net.lost]);
  expect(world.sessionsEnded).toBe(0);
  socket.events.connected(false, "session-ended");
  expect(world.sessionsEnded).toBe(1);
});

test("whoever is handed over to another server is told nothing, unless that takes long", async () => {
  const world = new FakeEnvironment();
  const { room, socket } = await world.enter();
  const before = room.status;
  socket.events.connected(false, "handed-over");
  socket.events.connected(true);
  expect([room.isShutDown, room.status]).toEqual([false, before]);
  socket.events.connected(false, "handed-over");
  await world.elapse();
  expect([room.isShutDown, room.status]).toEqual([false, texts.net.lost]);
});

test("whoever waits elsewhere is told that the game begins, and of every turn of their own", async () => {
  const environment = new FakeEnvironment();
  const { socket } = await environment.enter(gameView({ stage: "open" }));
  environment.answer = () => Promise.resolve(gameView({ version: 2 }));
  socket.hear({ type: "seats" } as Parameters<typeof socket.hear>[0]);
  await settled();
  expect(environment.notified).toEqual([texts.game.begins("Anna", "Bert")]);
  socket.hear(entry(3, { state: state({ node: 1, turn: "black" }) }));
  expect(environment.notified).toHaveLength(1);
  socket.hear(entry(4, { says: "Black moves.", state: state({ node: 2, turn: "white" }) }));
  expect(environment.notified[1]).toBe(`${texts.game.yourMove} Black moves.`);
});

test("a hint is told and drawn where it was asked for, and one is looked for at a time", async () => {
  const environment = new FakeEnvironment();
  const { room, socket } = await environment.enter();
  const answers: (() => void)[] = [];
  environment.hint = (node) =>
    new Promise((tell) => {
      answers.push(() => tell({ version: 1, node, move: "d2d4", san: "d4", says: "The best move is d4." }));
    });
  const hints = [room.hints.show(), room.hints.show()];
  expect([answers.length, room.status]).toEqual([1, texts.game.hintSought]);
  expect(room.hints.shown).toBeNull();
  for (const answer of answers) answer();
  await Promise.all(hints);
  expect([room.status, room.hints.shown?.move]).toEqual(["The best move is d4.", "d2d4"]);
  socket.hear(entry(2));
  expect(room.hints.shown).toBeNull();
});

test("a hint that comes after the next move is not told", async () => {
  const environment = new FakeEnvironment();
  const { room, socket } = await environment.enter();
  const hint = room.hints.show();
  socket.hear(entry(2));
  const status = room.status;
  await hint;
  expect([room.status, room.hints.shown]).toEqual([status, null]);
});

test("why there is no hint is told as every refusal is", async () => {
  const environment = new FakeEnvironment();
  const { room } = await environment.enter();
  const reason = { code: "two_people", says: "There are no hints while two people play each other.", marks: [] };
  environment.hint = () => Promise.reject(new Refused(reason, 422));
  await room.hints.show();
  expect([room.status, room.log.at(-1)?.kind]).toEqual([reason.says, "refusal"]);
});

const resigned = { winner: "black" as const, result: "0-1", says: "White resigns.", on_board: false };

test("once a game has ended nothing is drawn that was told of it before", async () => {
  const environment = new FakeEnvironment();
  for (const comes of ["as an entry", "with the whole game"]) {
    const { room, socket } = await environment.enter();
    await room.hints.show();
    room.refuse(pinned);
    expect(room.hints.shown?.move, comes).toBe("e2e4");
    const over = state({ ending: resigned });
    if (comes === "as an entry") socket.hear(entry(2, { happened: ["ended"], line: { keep: 0, add: [] }, state: over }));
    else socket.open(gameView({ version: 2, stage: "over", state: over }));
    expect([room.hints.shown, room.refusal], comes).toEqual([null, null]);
    // Who wants to know it then is told.
    await room.hints.show();
    expect(room.hints.shown?.move, comes).toBe("e2e4");
  }
});

test("why something cannot be moved is not drawn where the game has ended meanwhile", async () => {
  const environment = new FakeEnvironment();
  const { room, socket } = await environment.enter();
  environment.api.why = () => Promise.resolve(pinned);
  const asked = room.explain("e2e5");
  socket.hear(entry(2, { happened: ["ended"], line: { keep: 0, add: [] }, state: state({ ending: resigned }) }));
  expect(await asked).toBe(false);
  expect(room.refusal).toBeNull();
});

test("whoever looks back before the connection is there keeps looking there", async () => {
  const world = new FakeEnvironment();
  const line = ["e2e4", "e7e5", "g1f3"].map((uci, i) => ({ node: i + 1, uci, san: uci }));
  const view = gameView({ stage: "over", line, state: state({ node: 3, ply: 3 }) });
  world.answer = () => Promise.resolve(view);
  const { room, socket } = await world.load();
  room.walk("previous");
  expect(room.viewpoint.ply).toBe(2);
  socket.open(view);
  await settled();
  expect(room.viewpoint.ply).toBe(2);
});
