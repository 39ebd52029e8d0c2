import { Server } from "./server.ts";
import { SlowLine } from "./slow-line.ts";
import { accept, beginWith, clickMove, expect, expectMoves, pageAt, test as base, texts, typeMove } from "./support.ts";
import type { Page } from "./support.ts";

/** One way; there and back is below the half second that the server gives back at most. */
const DELAY = 200;

/** White plays from far away, Black beside the server. */
class Distant {
  /** The server's time when each version was told to Black, and what White had left then. */
  private told: { now: number; left: number }[] = [];

  constructor(
    readonly white: Page,
    readonly black: Page,
    private readonly line: SlowLine,
    private readonly server: Server,
  ) {
    black.on("websocket", (socket) => socket.on("framereceived", ({ payload }) => this.hear(String(payload))));
  }

  private hear(payload: string): void {
    const message = JSON.parse(payload) as { type: string; version: number; now: number; state: { clocks: { white: number } } };
    if (message.type === "entry") this.told[message.version] = { now: message.now, left: message.state.clocks.white };
  }

  /** Begins a game, in which the first move of each side is free. */
  async begin(clock: string): Promise<void> {
    await beginWith(this.white, { opponent: "link", clock, color: "white" });
    const link = await this.white.getByLabel(texts.invite.link, { exact: true }).inputValue();
    this.told = [];
    await accept(this.black, link.replace(this.line.url, this.server.url));
    await expect(this.white.locator(".turn")).toHaveText(texts.game.yourMove);
    await typeMove(this.white, "e4");
    await expectMoves(this.white, ["e4"]);
    await expectMoves(this.black, ["e4"]);
  }

  /** What passed on the server between Black's first and White's second move, and how much of it White was charged. */
  second(): { passed: number; charged: number } {
    const [before, after] = this.told.slice(-2);
    if (!before || !after) throw new Error("Black was told nothing");
    return { passed: after.now - before.now, charged: before.left - after.left };
  }
}

const test = base.extend<{ distant: Distant }>({
  distant: async ({ browser }, use) => {
    const line = await SlowLine.start(DELAY);
    const server = await Server.start(`public-url = "${line.url}"\n`);
    line.leadTo(server.port);
    const white = await pageAt(browser, line.url);
    const black = await pageAt(browser, server.url);
    await use(new Distant(white, black, line, server));
    await white.context().close();
    await black.context().close();
    line.stop();
    await server.stop();
  },
});

/** In the page itself: waits for the frame with so many moves, thinks for so long, and moves by pressing squares. */
function think(page: Page, moves: number, span: number, m: string): Promise<void> {
  const squares = [m.slice(0, 2), m.slice(2, 4)];
  return page.evaluate(
    async ([moves, span, squares]) => {
      while (document.querySelectorAll(".move").length < moves) await new Promise(requestAnimationFrame);
      await new Promise((done) => setTimeout(done, span));
      for (const square of squares) document.querySelector<HTMLElement>(`[data-square="${square}"]`)?.click();
    },
    [moves, span, squares] as const,
  );
}

// The server says itself what passed and what it charged, so a busy machine changes nothing: the network takes twice the delay.

test("a move costs what the player thought, not what the network took", async ({ distant }) => {
  const { white, black } = distant;
  await distant.begin("5");
  const thinking = think(white, 2, 700, "g1f3");
  await typeMove(black, "e5");
  await thinking;
  await expectMoves(black, ["e4", "e5", "Nf3"]);
  const { passed, charged } = distant.second();
  expect(passed - charged, `${charged} ms of ${passed} ms charged`).toBeGreaterThan(DELAY);
  expect(charged, `${charged} ms of ${passed} ms charged`).toBeGreaterThan(700 - DELAY);
});

test("a move made in advance costs nothing that the network took", async ({ distant }) => {
  const { white, black } = distant;
  await distant.begin("5");
  await clickMove(white, "g1f3");
  await expect(white.locator("square.current-premove:visible")).toHaveCount(2);
  await typeMove(black, "e5");
  await expectMoves(black, ["e4", "e5", "Nf3"]);
  const { passed, charged } = distant.second();
  expect(passed - charged, `${charged} ms of ${passed} ms charged`).toBeGreaterThan(DELAY);
});

test("a move made in time counts, although the flag has fallen when it arrives", async ({ distant }) => {
  test.setTimeout(180_000);
  const { white, black } = distant;
  // A machine that is busy may be too late indeed: then another game shows it.
  await expect(async () => {
    await distant.begin("3s");
    // It is made in time by one delay, and arrives too late by another.
    const thinking = think(white, 2, 3000 - DELAY, "g1f3");
    await typeMove(black, "e5");
    await thinking;
    await expectMoves(black, ["e4", "e5", "Nf3"]);
    await expect(black.locator(".turn")).toHaveText(texts.game.yourMove);
    expect(distant.second().passed).toBeGreaterThan(3000);
  }).toPass({ timeout: 150_000 });
});
