import {
  begin,
  beginWith,
  clickMove,
  expect,
  expectAccessible,
  expectMan,
  expectMoves,
  invite,
  pageAt,
  status,
  test,
  texts,
  typeMove,
} from "./support.ts";
import type { Page } from "./support.ts";

test("typed moves between two windows, with the server killed in between", async ({ page, browser, server }) => {
  const other = await invite(page, browser, "10+5");
  await expect(other.locator(".board-ground")).toHaveClass(/orientation-black/);
  const moves = ["e4", "e5", "Nf3", "Nc6", "Bc4", "Nd4", "Nxe5", "Qg5", "Nxf7", "Qxg2", "Rf1", "Qxe4+", "Be2", "Nf3#"];
  for (const [i, m] of moves.entries()) {
    const mover = i % 2 === 0 ? page : other;
    if (i === 6) {
      await server.kill();
      await expect(mover.locator(".offline")).toBeVisible();
      await expect(mover.locator(".clock.unsure")).toHaveCount(1);
      // A move made at the moment of the cut is neither lost nor doubled.
      await typeMove(mover, m);
      await mover.reload({ waitUntil: "commit" }).catch(() => undefined);
      await server.run();
      // The browser may still be busy with its page that says that nobody answers.
      await expect(async () => void (await mover.goto(other.url()))).toPass();
      await expect(other.getByRole("log")).toContainText(texts.net.back);
    } else {
      await typeMove(mover, m);
    }
    await expect(page.locator(".move")).toHaveCount(i + 1);
    await expect(other.locator(".move")).toHaveCount(i + 1);
  }
  await expectMoves(page, moves);
  await expectMoves(other, moves);
  await expect(page.locator(".turn")).toContainText("0-1");
  await other.context().close();
});

test("a move is sent again when the connection comes back", async ({ page, browser, server }) => {
  const other = await invite(page, browser);
  await typeMove(page, "d4");
  await expectMoves(other, ["d4"]);
  await server.kill();
  await expect(other.locator(".offline")).toBeVisible();
  await clickMove(other, "d7d5");
  await server.run();
  await expectMoves(other, ["d4", "d5"]);
  await expectMoves(page, ["d4", "d5"]);
  await expectMan(page, "d5", "black pawn");
  await other.context().close();
});

test("draw, takeback, resignation and rematch, each confirmed, with the score", async ({ page, browser }) => {
  const other = await invite(page, browser);
  await typeMove(page, "e4");
  await expectMoves(other, ["e4"]);
  await typeMove(other, "e5");
  await expectMoves(page, ["e4", "e5"]);

  await page.getByRole("button", { name: texts.game.offerDraw }).click();
  await page.getByRole("dialog").getByRole("button", { name: texts.dialogs.cancel }).click();
  await expect(page.getByText(texts.game.drawOfferedByYou)).toHaveCount(0);
  await page.getByRole("button", { name: texts.game.offerDraw }).click();
  await page.getByRole("dialog").getByRole("button", { name: texts.game.offerDraw }).click();
  await expect(page.getByText(texts.game.drawOfferedByYou)).toBeVisible();
  await other
    .getByRole("group", { name: texts.game.drawOffered("white") })
    .getByRole("button", { name: texts.game.decline, exact: true })
    .click();
  await expect(page.getByText(texts.game.drawOfferedByYou)).toHaveCount(0);

  await other.getByRole("button", { name: texts.game.takeback }).click();
  await other.getByRole("dialog").getByRole("button", { name: texts.game.takeback }).click();
  await page
    .getByRole("group", { name: /take back/ })
    .getByRole("button", { name: texts.game.accept })
    .click();
  await expectMoves(other, ["e4"]);
  await typeMove(other, "c5");
  await expectMoves(page, ["e4", "c5"]);

  await page.getByRole("button", { name: texts.game.resign }).click();
  await page.getByRole("dialog").getByRole("button", { name: texts.game.resign }).click();
  await expect(other.locator(".turn")).toContainText("0-1");
  await page.getByRole("button", { name: texts.game.rematch }).click();
  await other.getByRole("button", { name: texts.game.rematchAccept }).click();
  // Both are taken to the new game, with colors changed and the score kept.
  await expect(page.locator(".board-ground")).toHaveClass(/orientation-black/);
  await expect(page.locator('[data-side="white"] .score')).toHaveText("1");
  await expect(page.locator('[data-side="black"] .score')).toHaveText("0");
  await expect(other.locator(".turn")).toHaveText(texts.game.yourMove);
  // The score goes on over a second rematch, with half a point for a draw.
  await typeMove(other, "e4");
  await expectMoves(page, ["e4"]);
  await page.getByRole("button", { name: texts.game.offerDraw }).click();
  await page.getByRole("dialog").getByRole("button", { name: texts.game.offerDraw }).click();
  await other
    .getByRole("group", { name: texts.game.drawOffered("black") })
    .getByRole("button", { name: texts.game.accept })
    .click();
  await expect(page.locator(".result")).toHaveText("1/2-1/2");
  await other.getByRole("button", { name: texts.game.rematch }).click();
  await page.getByRole("button", { name: texts.game.rematchAccept }).click();
  await expect(page.locator(".board-ground")).toHaveClass(/orientation-white/);
  await expect(page.locator('[data-side="white"] .score')).toHaveText("½");
  await expect(other.locator('[data-side="black"] .score')).toHaveText("1½");
  await other.context().close();
});

test("whoever watches a game by its link is told of the rematch and led there, and whoever comes later is not", async ({
  page,
  browser,
  server,
}) => {
  const other = await invite(page, browser);
  const path = new URL(page.url()).pathname;
  const [watcher, passerBy] = [await pageAt(browser, server.url), await pageAt(browser, server.url)];
  await watcher.goto(path);
  await expect(watcher.getByText(texts.game.watching)).toBeVisible();
  await page.getByRole("button", { name: texts.game.abort }).click();
  await page.getByRole("dialog").getByRole("button", { name: texts.game.abort }).click();
  await expect(watcher.locator(".result")).toHaveText("*");
  await passerBy.goto(path);
  await expect(passerBy.locator(".result")).toHaveText("*");
  await page.getByRole("button", { name: texts.game.rematch }).click();
  await other.getByRole("button", { name: texts.game.rematchAccept }).click();
  await expect(other.locator(".turn")).toHaveText(texts.game.yourMove);
  // What is looked at stays until one goes on.
  await expect(status(watcher)).toHaveText(texts.game.rematchBegun);
  await watcher.getByRole("button", { name: texts.game.rematchGo }).click();
  await expect(watcher.getByText(texts.game.watching)).toBeVisible();
  await typeMove(other, "d4");
  await expectMoves(watcher, ["d4"]);
  await expect(passerBy.getByRole("button", { name: texts.game.rematchGo })).toHaveCount(0);
  for (const one of [other, watcher, passerBy]) await one.context().close();
});

test("a rematch that is declined is none", async ({ page, browser }) => {
  const other = await invite(page, browser);
  await page.getByRole("button", { name: texts.game.abort }).click();
  await page.getByRole("dialog").getByRole("button", { name: texts.game.abort }).click();
  await expect(other.locator(".result")).toHaveText("*");
  await page.getByRole("button", { name: texts.game.rematch }).click();
  await expect(page.getByText(texts.game.rematchWaiting)).toBeVisible();
  await other
    .getByRole("group", { name: texts.game.rematchWanted("Guest") })
    .getByRole("button", { name: texts.game.decline, exact: true })
    .click();
  await expect(page.getByText(texts.game.rematchWaiting)).toHaveCount(0);
  await expect(page.getByRole("button", { name: texts.game.rematch })).toBeVisible();
  await other.context().close();
});

test("somebody who leaves is shown, and a seat moves to another device", async ({ page, browser, server }) => {
  const other = await invite(page, browser);
  await expect(page.locator(".presence.here")).toHaveCount(2);
  await other.getByRole("button", { name: texts.commands.menu }).click();
  await other.getByRole("menuitem", { name: texts.commands.transfer }).click();
  const link = await other.getByRole("dialog").getByLabel(texts.invite.link, { exact: true }).inputValue();
  const phone = await (await browser.newContext({ baseURL: server.url })).newPage();
  await phone.goto(link);
  await expect(phone.locator(".board-ground")).toHaveClass(/orientation-black/);
  await typeMove(page, "e4");
  await expectMoves(phone, ["e4"]);
  await typeMove(phone, "e5");
  await expectMoves(page, ["e4", "e5"]);
  await expect(other.getByText(texts.game.watching)).toBeVisible();
  await phone.context().close();
  await other.context().close();
  await expect(page.locator(".presence.away")).toHaveCount(1, { timeout: 20_000 });
});

test("a running game is found again on the first page", async ({ page }) => {
  const game = await beginWith(page, { opponent: { computer: 1 } });
  await typeMove(page, "e4");
  await expect(page.locator(".move")).toHaveCount(2);
  await page.keyboard.press("Escape");
  await page.locator(".turn").click();
  await page.keyboard.press("Alt+q");
  await page.getByRole("dialog").getByRole("button", { name: texts.dialogs.quitYes }).click();
  await page.locator(`a[href="/${game}"]`).click();
  await expect(page.locator(".move")).toHaveCount(2);
  // Free undo, to where one can move again.
  await page.keyboard.press("Control+z");
  await expect(page.locator(".move")).toHaveCount(0);
  await page.keyboard.press("Control+z");
  await expect(status(page)).toContainText(/nothing to/i);
});

/** How often a page asks for the open seats. */
function countAsking(page: Page): () => number {
  let asked = 0;
  page.on("request", (request) => {
    if (new URL(request.url()).pathname === "/v1/lobby") asked += 1;
  });
  return () => asked;
}

/** The games of oneself are asked for at every look, so that two more of them are two more looks. */
async function twoLooks(page: Page): Promise<void> {
  for (let looks = 0; looks < 2; looks++) await page.waitForRequest((request) => request.url().includes("/v1/games?"));
}

test("the first page is told of open seats, and need not ask", async ({ page, browser, server }) => {
  await begin(page, texts.home.here);
  const asked = countAsking(page);
  const told = page
    .waitForEvent("websocket", (socket) => socket.url().endsWith("/v1/lobby/socket"))
    .then((socket) => socket.waitForEvent("framereceived"));
  await page.goto("/");
  await told;
  await twoLooks(page);
  const before = asked();
  const other = await (await browser.newContext({ baseURL: server.url })).newPage();
  await beginWith(other, { opponent: "lobby", clock: "7+7" });
  const seat = page.getByRole("button", { name: new RegExp(`^${texts.home.join}: .*7 min \\+ 7 s`) });
  await expect(seat).toBeVisible();
  await twoLooks(page);
  expect(asked()).toBe(before);
  // Who leaves takes the offer along.
  await other.getByRole("button", { name: texts.invite.cancel }).click();
  await expect(seat).toHaveCount(0);
  expect(asked()).toBe(before);
  await other.context().close();
});

test("where the lobby's line is cut, the first page asks", async ({ page, browser, server }) => {
  await page.routeWebSocket(/\/v1\/lobby\/socket$/, (socket) => socket.close());
  await begin(page, texts.home.here);
  const asked = countAsking(page);
  await page.goto("/");
  await twoLooks(page);
  const other = await (await browser.newContext({ baseURL: server.url })).newPage();
  await beginWith(other, { opponent: "lobby", clock: "8+8" });
  await expect(page.getByRole("button", { name: new RegExp(`^${texts.home.join}: .*8 min \\+ 8 s`) })).toBeVisible();
  expect(asked()).toBeGreaterThan(1);
  await other.context().close();
});

test("two computers play while people watch, and whoever made the game steers it by keys alone", async ({ page, browser, server }) => {
  const t = texts.exhibition;
  await page.goto("/");
  await page.getByText(texts.home.moreOptions).click();
  await page.getByLabel(texts.home.levelOf.black).selectOption("600");
  await page.getByRole("button", { name: texts.home.computers }).press("Enter");
  const state = page.getByTestId("watching");
  await expect(state).toHaveText(t.playing);
  await expect(page.locator(".player[data-side=black]")).toContainText("Tabiya 600");
  const other = await (await browser.newContext({ baseURL: server.url })).newPage();
  await other.goto(new URL(page.url()).pathname);
  await expect(other.locator(".move").first()).toBeVisible();
  await expect(other.getByRole("button", { name: t.pause })).toHaveCount(0);
  await expectAccessible(page, "two computers");

  await page.keyboard.press("p");
  await expect(state).toHaveText(/^Paused by /);
  await expect(other.getByTestId("watching")).toHaveText(/^Paused by /);
  const height = (await page.locator(".exhibition").boundingBox())?.height;
  const moves = await page.locator(".move").count();
  await page.keyboard.press("o");
  await expect(page.locator(".move")).toHaveCount(moves + 1);
  await expect(other.locator(".move")).toHaveCount(moves + 1);
  // Looking back is for everybody, also meanwhile.
  await other.keyboard.press("ArrowUp");
  await expect(other.getByRole("button", { name: texts.game.toPresent })).toBeVisible();

  await page.getByLabel(t.speed).selectOption("fast");
  await expect(other.getByText(t.speedIs("fast"))).toBeVisible();
  const goOn = page.getByRole("button", { name: t.goOn });
  await goOn.press("Enter");
  // The same button, where the focus stays.
  await expect(page.getByRole("button", { name: t.pause })).toBeFocused();
  expect((await page.locator(".exhibition").boundingBox())?.height).toBe(height);
  await expect(page.locator(".move")).not.toHaveCount(moves + 1);
  await page.getByRole("button", { name: t.end }).click();
  await page.getByRole("dialog").getByRole("button", { name: t.end }).click();
  await expect(other.locator(".turn.over")).toBeVisible();
  await expect(page.locator(".exhibition")).toHaveCount(0);
  await other.context().close();
});

test("two computers of CUHK's game are a click away from its card, and both sums are told", async ({ page }) => {
  await page.goto("/classics");
  await page.getByRole("form", { name: texts.classics.cards.cuhk.title }).getByRole("link", { name: texts.classics.watch }).click();
  await expect(page.getByTestId("watching")).toHaveText(texts.exhibition.playing);
  expect(new URL(page.url()).hash).toBe("");
  await page.getByRole("button", { name: texts.exhibition.end }).click();
  await page.getByRole("dialog").getByRole("button", { name: texts.game.stop }).click();
  await expect(page.locator(".turn.over")).toContainText(/\d+ for White and \d+ for Black/);
});
