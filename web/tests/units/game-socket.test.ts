import { expect, test } from "@playwright/test";
import { GameSocket } from "../../src/net/socket.ts";

type End = { code: number; reason: string };

/** A browser's connection, which a test ends as the server would. */
class FakeWebSocket {
  static readonly OPEN = 1;
  static made: FakeWebSocket[] = [];
  readyState = FakeWebSocket.OPEN;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: End) => void) | null = null;

  constructor(readonly address: string) {
    FakeWebSocket.made.push(this);
  }

  static get latest(): FakeWebSocket {
    const latest = FakeWebSocket.made.at(-1);
    if (!latest) throw new Error("nothing is connected");
    return latest;
  }

  send(): void {}

  close(): void {
    this.readyState = 3;
  }

  /** The server tells the game, and some time later hangs up. */
  live(end: End, lifetime: number): void {
    this.onmessage?.({ data: '{"type":"game"}' });
    now += lifetime;
    this.onclose?.(end);
  }
}

const handedOver = { code: 1012, reason: "another server takes over" };
const globals: Record<string, unknown> = globalThis as never;
const usual = { WebSocket: globals.WebSocket, now: Date.now };
let now = 0;
let told: (boolean | string | undefined)[] = [];
let socket: GameSocket;

test.beforeEach(() => {
  FakeWebSocket.made = [];
  told = [];
  now = 1_000_000;
  Date.now = () => now;
  globals.WebSocket = FakeWebSocket;
  globals.location = { protocol: "http:", host: "127.0.0.1" };
  globals.window = globals.document = { addEventListener() {}, removeEventListener() {} };
  socket = new GameSocket("abcdefgh", {
    message() {},
    connected: (is, why) => void told.push(is, why),
    refused() {},
    version: () => 1,
  });
});

test.afterEach(() => {
  socket.close();
  Date.now = usual.now;
  globals.WebSocket = usual.WebSocket;
  for (const name of ["location", "window", "document"]) delete globals[name];
});

test("whoever is handed over to another server goes there at once", () => {
  FakeWebSocket.latest.live(handedOver, 6000);
  expect(FakeWebSocket.made).toHaveLength(2);
  expect(told).toEqual([true, undefined, false, "handed-over"]);
});

test("whoever comes back to the server that goes waits before the next try", async () => {
  FakeWebSocket.latest.live(handedOver, 6000);
  FakeWebSocket.latest.live(handedOver, 100);
  expect(FakeWebSocket.made).toHaveLength(2);
  await expect.poll(() => FakeWebSocket.made.length).toBe(3);
});

test("a server that ends alone is not asked again at once", () => {
  FakeWebSocket.latest.live({ code: 1012, reason: "the server is shutting down" }, 6000);
  expect(FakeWebSocket.made).toHaveLength(1);
  expect(told.at(-1)).toBe("shut-down");
});
