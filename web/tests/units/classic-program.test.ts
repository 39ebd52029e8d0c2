import { expect, test } from "@playwright/test";
import { ClassicProgram } from "../../src/classics/classic-program.ts";
import type { ClassicEvents, ClassicWish } from "../../src/net/classic-socket.ts";
import type { ClassicView, FromClassic, ToClassic } from "../../src/protocol.ts";
import { texts } from "../../src/texts.ts";

const t = texts.classics;

const VIEW: ClassicView = {
  name: "hong",
  document: "hong",
  as_written: false,
  title: "Hong's text game",
  summary: "",
  hint: "",
  rows_from_top: false,
  takes_back: true,
  has_machines: false,
  words: ["resign"],
  turn_words: ["undo", "play"],
  shown: [
    { name: "board-1", title: "the first board", fen: "FEN 1", lines: ["E1,D1"] },
    { name: "board-2", title: "the second board", fen: null, lines: ["E2,E3", ""] },
  ],
};

/** A server that runs programs which do nothing by themselves, and a clock that stands still. */
class FakeServer {
  started: ClassicWish[] = [];
  /** The keys by which programs were asked for. */
  keys: (string | null)[] = [];
  /** What a tab keeps over a reload. */
  kept: string | null = null;
  sent: ToClassic[] = [];
  closed = 0;
  tick: (() => void) | null = null;
  private events: ClassicEvents | null = null;

  recall = (): string | null => this.kept;

  keep = (text: string | null): void => {
    this.kept = text;
  };

  open = (_name: string, wish: ClassicWish, key: string | null, events: ClassicEvents) => {
    this.started.push(wish);
    this.keys.push(key);
    this.events = events;
    return { send: (message: ToClassic) => void this.sent.push(message), close: () => void this.closed++ };
  };

  every = (_wait: number, run: () => void) => {
    this.tick = run;
    return () => {
      this.tick = null;
    };
  };

  say(message: FromClassic): void {
    this.events?.message(message);
  }

  lose(isLost: boolean): void {
    this.events?.connected(!isLost);
  }

  hangUp(): void {
    this.events?.closed();
  }
}

function begin(wish = { seed: null as string | null, undo: false }): { server: FakeServer; program: ClassicProgram } {
  const server = new FakeServer();
  return { server, program: new ClassicProgram(VIEW, wish, server) };
}

test("the sessions of the document are typed line by line, each from its own start", () => {
  const { server, program } = begin();
  program.step();
  expect(server.started.at(-1)).toEqual({ fen: "FEN 1", seed: null, undo: false });
  expect([program.nextStep, server.sent.length]).toEqual([t.nextLine("E1,D1"), 0]);
  program.step();
  expect(server.sent).toEqual([{ type: "input", text: "E1,D1\n" }]);
  expect(program.nextStep).toBe(t.nextEnd);
  program.step();
  expect(server.sent.at(-1)).toEqual({ type: "end" });
  expect(program.nextStep).toBe(t.nextSession("the second board"));
  program.step();
  expect([program.session, server.started.at(-1)?.fen]).toEqual([1, null]);
  program.step();
  // Where the program ends by itself, nothing more is typed.
  server.say({ type: "over", says: "The program has ended." });
  expect([program.isShownOut, program.nextStep]).toEqual([true, t.shownOut]);
  program.step();
  expect(program.session).toBe(0);
});

test("a session plays on by itself until its end, and stops when somebody types", () => {
  const { server, program } = begin();
  program.showSession(1);
  program.playOn();
  for (let ticks = 0; server.tick && ticks < 10; ticks++) server.tick();
  expect(server.sent).toEqual([{ type: "input", text: "E2,E3\n" }, { type: "input", text: "\n" }, { type: "end" }]);
  expect(program.isPlaying).toBe(false);
  program.playOn();
  program.type("E7,E6");
  expect([program.isPlaying, program.typed]).toEqual([false, null]);
  expect(program.nextStep).toBe(t.nextSession("the first board"));
});

test("what was chosen holds for one's own games, and not for those of the document", () => {
  const { server, program } = begin({ seed: "7", undo: true });
  expect(server.started[0]).toEqual({ fen: null, seed: "7", undo: true });
  expect(program.words).toEqual(["undo", "play", "resign"]);
  program.step();
  expect([server.started[1]?.undo, program.words]).toEqual([false, ["resign"]]);
  program.restart();
  expect(server.started[2]).toEqual(server.started[0]);
  expect(server.closed).toBe(2);
});

test("the first reason for an end is told", () => {
  const { server, program } = begin();
  server.say({ type: "said", text: "hello\n" });
  server.hangUp();
  expect(program.over).toBe(t.lost);
  program.restart();
  server.say({ type: "failed", error: { code: "too_many_classics", says: "Too many.", marks: [] } });
  server.hangUp();
  expect(program.over).toBe("Too many.");
  program.restart();
  server.say({ type: "over", says: "The program has ended." });
  server.hangUp();
  expect(program.over).toBe("The program has ended.");
});

test("a long game keeps the end of its screen", () => {
  const { server, program } = begin();
  for (let number = 0; number < 300; number++) server.say({ type: "said", text: `${number} ${"x".repeat(1000)}\n` });
  expect(program.pieces.at(-1)?.text).toMatch(/^299 /);
  expect(program.pieces.length).toBeLessThan(201);
});

test("a sample ends somebody's own session only with their word", () => {
  const { server, program } = begin();
  expect(program.isOwn).toBe(false);
  program.type("E2,E3");
  expect(program.isOwn).toBe(true);
  program.showSession(1);
  expect(program.isOwn).toBe(false);
  program.step();
  expect(program.isOwn).toBe(false);
  // Whoever types into a sample makes it their own.
  program.move("e7", "e6", null);
  expect(program.isOwn).toBe(true);
  server.say({ type: "over", says: "The program has ended." });
  expect(program.isOwn).toBe(false);
});

test("what the server says of the end comes before it", () => {
  const { server, program } = begin();
  server.say({ type: "notice", says: "This program ends in 5 minutes." });
  expect([program.notice, program.over]).toEqual(["This program ends in 5 minutes.", null]);
  program.restart();
  expect(program.notice).toBe("");
});

test("what is shown by itself stops where the connection is lost", () => {
  const { server, program } = begin();
  program.playOn();
  expect(server.tick).not.toBeNull();
  server.hangUp();
  expect(server.tick).toBeNull();
  expect(program.over).toBe(t.lost);
  expect(server.started.length).toBe(2);
});

test("a line that the server does not take is the next one again", () => {
  const { server, program } = begin();
  program.step();
  program.step();
  expect(server.sent).toEqual([{ type: "input", text: "E1,D1\n" }]);
  server.say({ type: "failed", error: { code: "busy", says: "Wait.", marks: [] } } as FromClassic);
  expect(program.nextStep).toBe(t.nextLine("E1,D1"));
  program.step();
  expect(server.sent.length).toBe(2);
});

test("a page that is loaded anew goes on with its program, and its screen is no news", () => {
  const { server, program } = begin({ seed: "7", undo: true });
  server.say({ type: "begun", key: "K", repeated: 0 });
  server.say({ type: "said", text: "hello\n" });
  program.type("E2,E3");
  const again = new ClassicProgram(VIEW, { seed: "7", undo: true }, server);
  expect(server.keys).toEqual([null, "K"]);
  server.say({ type: "begun", key: "K", repeated: 2 });
  server.say({ type: "said", text: "hello\n" });
  expect([again.isNews, again.note]).toEqual([false, t.resumed]);
  server.say({ type: "typed", text: "E2,E3\n" });
  expect([again.isNews, again.isOwn, again.words[0], again.pieces.length]).toEqual([true, true, "undo", 2]);
  again.type("E7,E6");
  expect(again.note).toBe("");
  // Another program begins for itself, and so does one that has ended.
  new ClassicProgram({ ...VIEW, name: "cuhk" }, { seed: "7", undo: true }, server);
  expect(server.keys.at(-1)).toBeNull();
  server.say({ type: "begun", key: "L", repeated: 0 });
  server.say({ type: "over", says: "The program has ended." });
  expect(server.kept).toBeNull();
});

test("a program that has ended while its page was away is told as a new one", () => {
  const { server } = begin();
  server.say({ type: "begun", key: "K", repeated: 0 });
  const again = new ClassicProgram(VIEW, { seed: null, undo: false }, server);
  server.say({ type: "failed", error: { code: "program_gone", says: "Gone.", marks: [] } });
  expect([server.keys, again.note, again.over]).toEqual([[null, "K", null], t.newInstead, null]);
});

test("a lost connection is told, and what was lost with it", () => {
  const { server, program } = begin();
  server.say({ type: "begun", key: "K", repeated: 0 });
  server.say({ type: "said", text: "hello\n" });
  program.type("E2,E3");
  program.type("E7,E6");
  server.lose(true);
  expect(program.note).toBe(t.reconnecting);
  program.type("D2,D3");
  server.lose(false);
  server.say({ type: "begun", key: "K", repeated: 2 });
  server.say({ type: "typed", text: "E2,E3\n" });
  expect([program.isNews, program.note]).toEqual([true, ""]);
  server.say({ type: "said", text: "a board\n" });
  expect(program.note).toBe(t.notTyped("E7,E6"));
  server.say({ type: "typed", text: "D2,D3\n" });
  server.lose(true);
  server.lose(false);
  server.say({ type: "begun", key: "K", repeated: 0 });
  program.type("D7,D6");
  expect(program.note).toBe("");
  server.say({ type: "typed", text: "D7,D6\n" });
  // What is typed meanwhile waits, however often it is tried again.
  server.lose(true);
  program.type("C2,C3");
  server.lose(true);
  server.lose(false);
  server.say({ type: "begun", key: "K", repeated: 0 });
  expect(program.note).toBe("");
});
