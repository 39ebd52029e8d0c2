import { expect, test } from "@playwright/test";
import { openClassic } from "../../src/net/classic-socket.ts";
import type { FromClassic } from "../../src/protocol.ts";

/** A browser's connection, on which a test says what comes, and sees what went. */
class FakeWebSocket {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSED = 3;
  /** All that were made, the latest last. */
  static made: FakeWebSocket[] = [];
  readyState = FakeWebSocket.CONNECTING;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  readonly sent: string[] = [];

  constructor(readonly address: string) {
    FakeWebSocket.made.push(this);
  }

  static get latest(): FakeWebSocket {
    const latest = FakeWebSocket.made.at(-1);
    if (!latest) throw new Error("nothing is connected");
    return latest;
  }

  send(text: string): void {
    this.sent.push((JSON.parse(text) as { text: string }).text);
  }

  close(): void {}

  open(): void {
    this.readyState = FakeWebSocket.OPEN;
  }

  hear(message: FromClassic): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  lose(): void {
    this.readyState = FakeWebSocket.CLOSED;
    this.onclose?.();
  }
}

const WISH = { fen: null, seed: null, undo: false };
const globals: Record<string, unknown> = globalThis as never;
const { WebSocket: usual } = globals;

/** What happened. */
let told: string[] = [];

test.beforeEach(() => {
  FakeWebSocket.made = [];
  told = [];
  globals.WebSocket = FakeWebSocket;
  globals.location = { protocol: "http:", host: "127.0.0.1" };
});

test.afterEach(() => {
  globals.WebSocket = usual;
  delete globals.location;
});

const open = () =>
  openClassic("hong", WISH, null, {
    message: () => {},
    connected: (isConnected) => void told.push(isConnected ? "there" : "lost"),
    closed: () => void told.push("closed"),
  });

test("lines reach a program in the order in which they were typed", async () => {
  const line = open();
  const type = (text: string) => line.send({ type: "input", text });
  const first = FakeWebSocket.latest;
  type("1");
  first.open();
  type("2");
  expect(first.sent).toEqual([]);
  first.hear({ type: "begun", key: "k", repeated: 0 });
  type("3");
  expect(first.sent).toEqual(["1", "2", "3"]);
  first.lose();
  type("4");
  await expect.poll(() => FakeWebSocket.made.length).toBe(2);
  const second = FakeWebSocket.latest;
  second.open();
  type("5");
  second.hear({ type: "begun", key: "k", repeated: 0 });
  expect(second.sent).toEqual(["4", "5"]);
  expect(told).toEqual(["there", "lost", "there"]);
});

test("a page whose program goes on in another window does not come back for it", () => {
  open();
  const socket = FakeWebSocket.latest;
  socket.open();
  socket.hear({ type: "begun", key: "k", repeated: 0 });
  socket.hear({ type: "over", says: "The program goes on in another window." });
  socket.lose();
  expect(told).toEqual(["there", "closed"]);
});
