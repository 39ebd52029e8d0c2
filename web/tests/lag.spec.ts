import type { Browser } from "@playwright/test";
import { Server } from "./server.ts";
import { SlowLine } from "./slow-line.ts";
import { beginWith, clickMove, expect, expectMoves, test as base, texts, tryOut, typeMove } from "./support.ts";
import type { Page } from "./support.ts";

/** One way; there and back is below the half second that the server gives back at most. */
const DELAY = 200;

/** White plays from far away, Black beside the server. */
type Distant = { white: Page; black: Page; begin(clock: string): Promise<void>; left(): Promise<number> };

const test = base.extend<{ distant: Distant }>({
  distant: async ({ browser }, use) => {
    const line = await SlowLine.start(DELAY);
    const server = await Server.start(`public-url = "${line.url}"\n`);
    line.leadTo(server.port);
    const white = await pageAt(browser, line.url);
    const black = await pageAt(browser, server.url);
    let game = "";
    await use({
      white,
      black,
      begin: async (clock) => {
        game = await beginWith(white, { opponent: "link", clock, color: "white" });
        const link = await white.getByLabel(texts.invite.link, { exact: true }).inputValue();
        await black.goto(link.replace(line.url, server.url));
        await expect(white.locator(".turn")).toHaveText(texts.game.toMove.white);
      },
      // Read while Black is to move, when White's clock stands.
      left: async () => {
        const answer = await black.context().request.get(`/v1/games/${game}`);
        const { state } = (await answer.json()) as { state: { clocks: { white: number; running: string | null } } };
        expect(state.clocks.running).not.toBe("white");
        return state.clocks.white;
      },
    });
    await white.context().close();
    await black.context().close();
    line.stop();
    await server.stop();
  },
});

async function pageAt(browser: Browser, baseURL: string): Promise<Page> {
  const context = await browser.newContext({ baseURL });
  await tryOut(context);
  return context.newPage();
}

/**
 * In the page itself: waits for the frame with so many moves, thinks for so long, and moves by pressing squares. Tells how
 * long that was, by the page's clock.
 */
function think(page: Page, moves: number, span: number, m: string): Promise<number> {
  const squares = [m.slice(0, 2), m.slice(2, 4)];
  return page.evaluate(
    async ([moves, span, squares]) => {
      while (document.querySelectorAll(".move").length < moves) await new Promise(requestAnimationFrame);
      const seen = performance.now();
      await new Promise((done) => setTimeout(done, span));
      for (const square of squares) document.querySelector<HTMLElement>(`[data-square="${square}"]`)?.click();
      return performance.now() - seen;
    },
    [moves, span, squares] as const,
  );
}

test("a move costs what the player thought, not what the network took", async ({ distant }) => {
  const { white, black, begin, left } = distant;
  await begin("5");
  await typeMove(white, "e4");
  await expectMoves(black, ["e4"]);
  const before = await left();
  const thinking = think(white, 2, 700, "g1f3");
  await typeMove(black, "e5");
  const thought = await thinking;
  await expectMoves(black, ["e4", "e5", "Nf3"]);
  const charged = before - (await left());
  // There and back the network took twice the delay.
  expect(Math.abs(charged - thought), `${charged} ms charged for ${thought} ms of thinking`).toBeLessThan(DELAY);
});

test("a move made in advance costs nothing, wherever one sits", async ({ distant }) => {
  const { white, black, begin, left } = distant;
  await begin("5");
  await typeMove(white, "e4");
  await expectMoves(white, ["e4"]);
  await expectMoves(black, ["e4"]);
  const before = await left();
  await clickMove(white, "g1f3");
  await expect(white.locator("square.current-premove")).toHaveCount(2);
  await typeMove(black, "e5");
  await expectMoves(black, ["e4", "e5", "Nf3"]);
  const charged = before - (await left());
  expect(charged, `${charged} ms charged`).toBeLessThan(DELAY);
});

test("a move made in time counts, although the flag has fallen when it arrives", async ({ distant }) => {
  const { white, black, begin, left } = distant;
  await begin("5s");
  await typeMove(white, "e4");
  await expectMoves(black, ["e4"]);
  // It arrives when this much and twice the delay have passed, which is too late by as much as it was made in time.
  const thinking = think(white, 2, (await left()) - DELAY, "g1f3");
  await typeMove(black, "e5");
  await thinking;
  await expectMoves(black, ["e4", "e5", "Nf3"]);
  await expect(black.locator(".turn")).toHaveText(texts.game.toMove.black);
  expect(await left()).toBeGreaterThan(0);
});
