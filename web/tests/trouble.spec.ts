import { beginWith, expect, expectAccessible, expectMoves, invite, status, test, texts, typeMove } from "./support.ts";
import type { Page } from "./support.ts";

const damaged = { error: { code: "damaged", says: "Entry 17 of this game is damaged.", marks: [] } };

/** From now on the server cannot show this game; gives what mends it. */
async function damage(page: Page, game: string, answer: { status: number; json?: object; body?: string }): Promise<() => Promise<void>> {
  const path = `**/v1/games/${game}`;
  await page.route(path, (route) => route.fulfill(answer));
  let isDamaged = true;
  await page.routeWebSocket(`${path}/socket**`, (socket) => {
    if (isDamaged) void socket.close({ code: 1011, reason: "the game cannot be read" });
    else socket.connectToServer();
  });
  return async () => {
    isDamaged = false;
    await page.unroute(path);
  };
}

for (const answer of [
  { status: 503, json: damaged },
  { status: 500, json: damaged },
]) {
  test(`a game that the server cannot show (${answer.status}) is told with its reason and a way back`, async ({ page }) => {
    const game = await beginWith(page, { opponent: "here" });
    await typeMove(page, "e4");
    await expectMoves(page, ["e4"]);
    const mend = await damage(page, game, answer);
    await page.reload();
    await expect(page.getByRole("heading", { name: texts.game.notShown })).toBeVisible();
    await expect(page.getByRole("alert")).toHaveText(damaged.error.says);
    await expectAccessible(page, "a game that cannot be shown");
    await mend();
    // It comes by itself when it can be read again.
    await expectMoves(page, ["e4"]);
  });
}

test("whoever came to a game that cannot be shown finds the way back", async ({ page }) => {
  const game = await beginWith(page, { opponent: "here" });
  await damage(page, game, { status: 500, body: "<h1>Bad gateway</h1>" });
  await page.reload();
  await expect(page.getByRole("alert")).toHaveText(texts.net.failed(500));
  await page.getByRole("button", { name: texts.home.back }).click();
  await expect(page.getByRole("heading", { name: texts.home.title })).toBeVisible();
});

test("a game that breaks while somebody plays is told with its reason, and its board stays", async ({ page, browser, server }) => {
  const other = await invite(page, browser);
  await typeMove(page, "e4");
  await expectMoves(other, ["e4"]);
  await damage(page, new URL(page.url()).pathname.slice(1), { status: 503, json: damaged });
  await server.kill();
  await server.run();
  await expect(status(page)).toHaveText(damaged.error.says);
  await expectMoves(page, ["e4"]);
  await other.context().close();
});
