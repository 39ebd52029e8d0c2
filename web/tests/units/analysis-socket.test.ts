import { expect, test } from "@playwright/test";
import { openAnalysis } from "../../src/net/analysis-socket.ts";

/** A browser's connection, on which a test says what comes, and sees what went. */
class FakeWebSocket {
  static readonly OPEN = 1;
  /** All that were made, the latest last. */
  static made: FakeWebSocket[] = [];
  readyState = 0;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  readonly sent: unknown[] = [];

  constructor(readonly address: string) {
    FakeWebSocket.made.push(this);
  }

  static get latest(): FakeWebSocket {
    const latest = FakeWebSocket.made.at(-1);
    if (!latest) throw new Error("nothing is connected");
    return latest;
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }

  close(): void {
    this.readyState = 3;
  }

  open(): void {
    this.readyState = FakeWebSocket.OPEN;
    this.onopen?.();
  }

  lose(code = 1006): void {
    this.readyState = 3;
    this.onclose?.({ code });
  }
}

const globals: Record<string, unknown> = globalThis as never;
const { WebSocket: usual } = globals;
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
  openAnalysis("abcdefgh", {
    message: ({ type }) => void told.push(type),
    connected: (is) => void told.push(is ? "there" : "lost"),
    closed: () => void told.push("closed"),
  });

test("a lost connection comes back, and says when something can be asked", async () => {
  const line = open();
  expect(FakeWebSocket.latest.address).toBe("ws://127.0.0.1/v1/games/abcdefgh/analysis?language=en");
  expect(line.send({ type: "rest" })).toBe(false);
  FakeWebSocket.latest.open();
  expect(line.send({ type: "rest" })).toBe(true);
  expect(FakeWebSocket.latest.sent).toEqual([{ type: "rest" }]);
  FakeWebSocket.latest.lose();
  await expect.poll(() => FakeWebSocket.made.length).toBe(2);
  FakeWebSocket.latest.open();
  FakeWebSocket.latest.onmessage?.({ data: '{"type":"busy"}' });
  expect(told).toEqual(["there", "lost", "there", "busy"]);
  line.close();
});

test("what the server will not have is not tried again", () => {
  open();
  FakeWebSocket.latest.open();
  FakeWebSocket.latest.lose(1008);
  expect(told).toEqual(["there", "closed"]);
  expect(FakeWebSocket.made).toHaveLength(1);
});

test("one that may be dead is begun anew, once", () => {
  const line = open();
  const first = FakeWebSocket.latest;
  first.open();
  line.restart();
  first.lose();
  expect(FakeWebSocket.made).toHaveLength(2);
  FakeWebSocket.latest.open();
  expect(told).toEqual(["there", "there"]);
  line.close();
});

test("a server that refuses again and again is asked less and less often", () => {
  const delays: number[] = [];
  const { setTimeout: later } = globalThis;
  globals.setTimeout = (connect: () => void, delay: number) => {
    delays.push(delay);
    if (delays.length < 6) connect();
    return 0;
  };
  const line = open();
  for (let tries = 0; tries < 6; tries += 1) {
    FakeWebSocket.latest.open();
    FakeWebSocket.latest.onmessage?.({ data: '{"type":"failed"}' });
    FakeWebSocket.latest.lose(1013);
  }
  globals.setTimeout = later;
  line.close();
  expect(delays.length).toBe(6);
  expect(delays[5]).toBeGreaterThan(4 * (delays[0] ?? Number.POSITIVE_INFINITY));
});
