import { begin, beginWith, clickMove, expect, expectMan, expectMoves, invite, test, texts, typeMove } from "./support.ts";
import type { Page } from "./support.ts";

/** What a clock shows, in seconds. */
async function shown(page: Page, side: "white" | "black"): Promise<number> {
  const text = await page.locator(`[data-side="${side}"] .clock`).innerText();
  const [minutes, seconds] = text.replace("≈ ", "").split(":").map(Number);
  return (minutes ?? 0) * 60 + (seconds ?? 0);
}

/** What the server says that a side has left now, in seconds. */
async function known(page: Page, side: "white" | "black"): Promise<number> {
  return page.evaluate(async (color) => {
    const { state } = await (await fetch(`/v1/games${location.pathname}`)).json();
    return state.clocks[color] / 1000;
  }, side);
}

async function expectTrueClocks(page: Page): Promise<void> {
  for (const side of ["white", "black"] as const) {
    await expect(async () => expect(Math.abs((await shown(page, side)) - (await known(page, side)))).toBeLessThan(1.5)).toPass();
  }
}

test("a page that slept wakes up in the right position with the right clocks", async ({ page, browser }) => {
  const other = await invite(page, browser, "10+5");
  await typeMove(page, "e4");
  await expectMoves(other, ["e4"]);
  // The browser puts the page to sleep: no script runs while the game goes on.
  const browserControl = await page.context().newCDPSession(page);
  await browserControl.send("Page.setWebLifecycleState", { state: "frozen" });
  await typeMove(other, "e5");
  await expectMoves(other, ["e4", "e5"]);
  await expect.poll(() => shown(other, "white")).toBeLessThan(604);
  await browserControl.send("Page.setWebLifecycleState", { state: "active" });
  await expectMoves(page, ["e4", "e5"]);
  await expectTrueClocks(page);
  expect(await shown(page, "white")).toBeLessThan(604);
  await typeMove(page, "Nf3");
  await expectMoves(other, ["e4", "e5", "Nf3"]);
  await other.context().close();
});

test("a machine that slept connects anew, and its clocks do not lie", async ({ page }) => {
  await page.clock.install();
  let lines = 0;
  page.on("websocket", () => {
    lines += 1;
  });
  await beginWith(page, { opponent: "here", clock: "10+5" });
  await typeMove(page, "e4");
  await typeMove(page, "e5");
  await expectMoves(page, ["e4", "e5"]);
  expect(lines).toBe(1);
  // The lid is closed for two minutes, by the page's own clock.
  await page.clock.fastForward(120_000);
  await expect.poll(() => lines).toBe(2);
  await expect(page.locator(".clock.unsure")).toHaveCount(0);
  await expectTrueClocks(page);
  expect(await shown(page, "white")).toBeGreaterThan(590);
  await clickMove(page, "g1f3");
  await expectMoves(page, ["e4", "e5", "Nf3"]);
});

test("a reload in mid-game keeps position, side and clocks", async ({ page, browser }) => {
  const other = await invite(page, browser, "10+5");
  for (const [i, m] of ["e4", "e5", "Nf3"].entries()) {
    await typeMove(i % 2 === 0 ? page : other, m);
    await expect(other.locator(".move")).toHaveCount(i + 1);
    await expect(page.locator(".move")).toHaveCount(i + 1);
  }
  await expect.poll(() => shown(other, "black")).toBeLessThan(604.5);
  await other.reload();
  await expectMoves(other, ["e4", "e5", "Nf3"]);
  await expect(other.locator(".board-ground")).toHaveClass(/orientation-black/);
  await expect(other.locator('[data-side="black"] .clock.runs')).toBeVisible();
  expect(await shown(other, "black")).toBeLessThan(604.5);
  await expectTrueClocks(other);
  await clickMove(other, "b8c6");
  await expectMoves(page, ["e4", "e5", "Nf3", "Nc6"]);
  await other.context().close();
});

test("when the network falls silent the person is told, and a move made then comes through once", async ({ page }) => {
  let isSilent = false;
  let sent = 0;
  await page.routeWebSocket(/\/socket/, (socket) => {
    const server = socket.connectToServer();
    // A line that is dead without anybody having hung up.
    let isDead = false;
    socket.onMessage((message) => {
      isDead ||= isSilent;
      if (String(message).includes('"command"')) sent += 1;
      if (!isDead) server.send(message);
    });
    server.onMessage((message) => {
      isDead ||= isSilent;
      if (!isDead) socket.send(message);
    });
  });
  await beginWith(page, { opponent: "here", clock: "10+5" });
  await typeMove(page, "e4");
  await typeMove(page, "e5");
  await expectMoves(page, ["e4", "e5"]);
  expect(sent).toBe(2);
  isSilent = true;
  await clickMove(page, "g1f3");
  await expect.poll(() => sent).toBe(3);
  await expect(page.locator(".offline")).toHaveText(texts.net.moveWaits, { timeout: 20_000 });
  await expect(page.locator(".log p").last()).toHaveText(texts.net.lost);
  await expect(page.locator(".clock.unsure")).toHaveCount(1);
  await expect(page.locator(".clock.unsure")).toContainText("≈");
  isSilent = false;
  // What was tried meanwhile is given up after a while, too.
  await expect(page.locator(".move")).toHaveText(["e4", "e5", "Nf3"], { timeout: 20_000 });
  expect(sent).toBe(4);
  await expect(page.locator(".offline")).toHaveCount(0);
  await expectTrueClocks(page);
});

test("without a network the page says so and comes back by itself", async ({ page, context }) => {
  await beginWith(page, { opponent: "here" });
  await typeMove(page, "d4");
  await expectMoves(page, ["d4"]);
  await context.setOffline(true);
  await expect(page.locator(".offline")).toBeVisible({ timeout: 20_000 });
  await clickMove(page, "d7d5");
  await context.setOffline(false);
  await expect(page.getByRole("log")).toContainText(texts.net.back);
  await expectMoves(page, ["d4", "d5"]);
});

test("an answer that comes before the page was painted is shown", async ({ page }) => {
  // As in a tab behind, where browsers paint late and hold timers back.
  await page.addInitScript(() => {
    const later = window.setTimeout.bind(window);
    window.requestAnimationFrame = (paint) => later(() => paint(performance.now()), 1500);
    window.setTimeout = ((run: () => void, wait = 0) => later(run, Math.max(wait, 1500))) as typeof window.setTimeout;
  });
  await page.goto("/");
  await page.getByRole("button", { name: texts.home.here }).click();
  await expect(page.locator(".turn")).toHaveText(texts.game.toMove.white);
});

test("a tab in the background thinks as well: its time is the player's, not the network's", async ({ page, browser }) => {
  // Time passes by the page's own clock.
  await page.clock.install();
  // As a browser does it: nothing is painted while the tab is hidden.
  await page.addInitScript(() => {
    let isHidden = false;
    const paint = window.requestAnimationFrame.bind(window);
    const unpainted: FrameRequestCallback[] = [];
    window.requestAnimationFrame = (run) => (isHidden ? unpainted.push(run) : paint(run));
    Object.defineProperty(document, "visibilityState", { get: () => (isHidden ? "hidden" : "visible") });
    window.addEventListener("hide-tab", () => {
      isHidden = !isHidden;
      document.dispatchEvent(new Event("visibilitychange"));
      if (!isHidden) unpainted.splice(0).forEach(paint);
    });
  });
  const thoughts: number[] = [];
  page.on("websocket", (socket) =>
    socket.on("framesent", ({ payload }) => {
      const message = JSON.parse(String(payload)) as { type: string; thought?: number };
      if (message.type === "command") thoughts.push(message.thought ?? Number.NaN);
    }),
  );
  const other = await invite(page, browser);
  await typeMove(page, "e4");
  await expectMoves(other, ["e4"]);
  await page.evaluate(() => window.dispatchEvent(new Event("hide-tab")));
  await typeMove(other, "e5");
  await expectMoves(page, ["e4", "e5"]);
  const away = 5000;
  await page.clock.fastForward(away);
  await page.evaluate(() => window.dispatchEvent(new Event("hide-tab")));
  await typeMove(page, "Nf3");
  await expectMoves(other, ["e4", "e5", "Nf3"]);
  expect(thoughts).toHaveLength(2);
  expect(thoughts[1]).toBeGreaterThanOrEqual(away);
  await other.context().close();
});

test("a page that is not told where men can go shows the game all the same", async ({ page }) => {
  await page.routeWebSocket(/\/socket/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => {
      const { state, ...rest } = JSON.parse(String(message)) as { state?: Record<string, unknown> };
      const { dests: _dests, promotions: _promotions, ...told } = state ?? {};
      socket.send(JSON.stringify(state ? { ...rest, state: told } : rest));
    });
  });
  await beginWith(page, { opponent: "here" });
  await typeMove(page, "e4");
  await expectMoves(page, ["e4"]);
  await clickMove(page, "e7e5");
  await typeMove(page, "e5");
  await expectMoves(page, ["e4", "e5"]);
});

test("whoever comes to a game hears the last move, and after a lost connection what was played meanwhile", async ({ page, browser }) => {
  await beginWith(page, { opponent: { computer: 1 }, color: "black" });
  await expect(page.locator(".turn")).toHaveText(texts.game.yourMove);
  await expect(page.getByRole("log")).toContainText(/White.* goes? from|White.* to /);

  const other = await invite(page, browser);
  await other.context().setOffline(true);
  await expect(other.locator(".offline")).toBeVisible({ timeout: 20_000 });
  await typeMove(page, "e4");
  await expectMoves(page, ["e4"]);
  await other.context().setOffline(false);
  await expectMoves(other, ["e4"]);
  await expect(other.getByRole("log").getByText(/e2 to e4/)).toHaveCount(1);
  await other.context().close();
});

test("a game is on the board before its connection is, and a move that is made then comes through", async ({ page }) => {
  let isThere = false;
  await page.routeWebSocket(/\/v1\/games\/\w+\/socket/, (socket) => {
    if (isThere) socket.connectToServer();
  });
  await begin(page, texts.home.here);
  await clickMove(page, "e2e4");
  await expectMan(page, "e4", "white pawn");
  isThere = true;
  await page.reload();
  await expectMan(page, "e4", "white pawn");
  await expectMoves(page, ["e4"]);
});

test("who is far away waits for one answer, not for one after the other, where a game is opened", async ({ page }) => {
  await begin(page, texts.home.here);
  const game = new URL(page.url()).pathname;
  const isAsked = page.waitForRequest((request) => new URL(request.url()).pathname === `/v1/games${game}`);
  await page.route(/\/v1\/(session)?$/, async (route) => {
    await isAsked;
    await route.continue();
  });
  await page.reload();
  await expectMan(page, "e2", "white pawn");
});
