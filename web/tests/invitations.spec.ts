import { beginWith, expect, expectAccessible, expectMoves, pageAt, test, texts, typeMove } from "./support.ts";
import type { Page } from "./support.ts";

const t = texts.invitation;

/** Somebody who has a name here. */
async function called(page: Page, name: string): Promise<Page> {
  await page.goto("/");
  await page.evaluate((name) => localStorage.setItem("tabiya.settings", JSON.stringify({ isNameAsked: true, name })), name);
  await page.reload();
  return page;
}

const play = (page: Page) => page.getByRole("button", { name: t.play, exact: true });
const linkOf = (page: Page): Promise<string> => page.getByLabel(texts.invite.link, { exact: true }).inputValue();

test("an invitation says who invites to what, asks for a name, and says when it is taken", async ({ page, browser, server }) => {
  await called(page, "Anna");
  await beginWith(page, { opponent: "link", color: "black", clock: "5+3", rules: { name: "hong" } });
  const link = await linkOf(page);
  const [bob, eve, stranger] = await Promise.all([1, 2, 3].map(() => pageAt(browser, server.url)));
  if (!bob || !eve || !stranger) throw new Error("there are three");
  await Promise.all([bob.goto(link), eve.goto(link), stranger.goto(new URL(link).pathname)]);
  await expect(bob.getByRole("heading", { name: t.invites("Anna") })).toBeVisible();
  await expect(bob.locator(".facts")).toHaveText(/Hong.*5 min \+ 3 s.*White/);
  await expect(bob.getByText(t.isHere("Anna"))).toBeVisible();
  await expectAccessible(bob, "an invitation");
  // The key is in the address no more, and yet a reload loses nothing.
  expect(new URL(bob.url()).hash).toBe("");
  await bob.reload();
  // Whoever only knows where the game is may watch.
  await expect(stranger.getByText(t.forSomebody)).toBeVisible();
  await expect(play(stranger)).toHaveCount(0);
  await stranger.getByRole("button", { name: t.watch }).click();
  await expect(stranger.locator(".board-frame")).toBeVisible();
  await expect(stranger.getByRole("button", { name: texts.game.join })).toHaveCount(0);

  // The name on the invitation is the one that its maker has now.
  await page.evaluate(() => fetch("/v1/session", { method: "PATCH", body: '{"name":"Anne"}' }));
  await expect(bob.getByRole("heading", { name: t.invites("Anne") })).toBeVisible();
  await bob.getByLabel(texts.home.name).fill("Bob");
  await play(bob).click();
  await expect(bob.locator(".turn")).toHaveText(texts.game.yourMove);
  await expect(page.locator('.player[data-side="white"]')).toContainText("Bob");
  await typeMove(bob, "e2e3");
  await expectMoves(page, ["e3"]);
  // The other one who has the link is told, and may watch.
  await expect(eve.getByRole("heading", { name: t.taken })).toBeVisible();
  await expect(eve.getByText(t.plays("Bob", "Anne"))).toBeVisible();
  await expect(play(eve)).toHaveCount(0);
  await eve.getByRole("button", { name: t.watch }).click();
  await expectMoves(eve, ["e3"]);
  await eve.getByRole("button", { name: texts.commands.menu }).click();
  await expect(eve.locator('[data-menu="transfer"], [data-menu="undo"], [data-menu="typed"]')).toHaveCount(0);
  for (const one of [bob, eve, stranger]) await one.context().close();
});

test("an invitation that is called off says so, also to whoever comes later", async ({ page, browser, server }) => {
  await beginWith(page, { opponent: "link" });
  const link = await linkOf(page);
  const other = await pageAt(browser, server.url);
  await other.goto(link);
  await expect(play(other)).toBeVisible();
  await page.getByRole("button", { name: texts.invite.cancel }).click();
  await expect(other.getByRole("heading", { name: t.calledOff })).toBeVisible();
  await other.goto("/");
  await other.goto(link);
  await expect(other.getByRole("heading", { name: t.calledOff })).toBeVisible();
  await other.getByRole("button", { name: texts.dialogs.newTitle }).click();
  await expect(other.getByRole("dialog", { name: texts.dialogs.newTitle })).toBeVisible();
  await other.context().close();
});

test("the lobby names the host and the side that is left, and games are watched from the first page", async ({ page, browser, server }) => {
  const [cid, dan] = await Promise.all([pageAt(browser, server.url), pageAt(browser, server.url)]);
  await called(cid, "Cid");
  await beginWith(cid, { opponent: "lobby", color: "black", clock: "9+9" });
  await called(page, "Anna");
  await page.getByRole("button", { name: `${texts.home.join}: Cid, Chess, 9 min + 9 s, ${texts.home.seatLeft("white")}` }).click();
  await expect(page.locator(".turn")).toHaveText(texts.game.yourMove);
  await typeMove(page, "e4");
  await expectMoves(cid, ["e4"]);
  await dan.goto("/");
  const others = dan.getByRole("region", { name: texts.home.watchable });
  const game = others.getByRole("link", { name: /Anna – Cid.*9 min \+ 9 s, 1 move/ });
  await expect(game).toBeVisible();
  // What runs between two who were invited is not shown, nor are one's own games.
  await game.click();
  await expect(dan.getByText(texts.game.watching)).toBeVisible();
  await page.goto("/");
  await expect(page.getByRole("region", { name: texts.home.running }).getByText("Anna (you) – Cid")).toBeVisible();
  await expect(page.getByRole("region", { name: texts.home.watchable }).getByText("Cid")).toHaveCount(0);
  for (const one of [cid, dan]) await one.context().close();
});

test("going on tells whose move it is and since when, and leads to all games; one at one board is called off", async ({ page }) => {
  await called(page, "Anna");
  await beginWith(page, { opponent: "here" });
  await page.evaluate(async () => {
    for (let games = 0; games < 5; games++) await fetch("/v1/games", { method: "POST", body: '{"opponent":"here"}' });
  });
  for (const m of ["e4", "e5", "Nf3"]) await typeMove(page, m);
  await expectMoves(page, ["e4", "e5", "Nf3"]);
  const game = new URL(page.url()).pathname;
  await beginWith(page, { opponent: { computer: 1 } });
  await page.goto("/");
  const running = page.getByRole("region", { name: texts.home.running });
  // What has begun first, then what waits for oneself; the others are one press away.
  await expect(running.getByRole("listitem")).toHaveCount(3);
  await expect(running.getByRole("listitem").first().locator(`a[href="${game}"]`)).toContainText(/at one board\s*Black to move · just now/);
  await expect(running.getByRole("listitem").nth(1)).toContainText(/Anna \(you\) – Tabiya level 1\s*Your move · just now/);
  await running.getByRole("button", { name: texts.home.allRunning(7) }).click();
  await expect(page.locator("tbody tr")).toHaveCount(7);
  // Each tells the time of day.
  await expect(page.locator("tbody tr").first()).toContainText(/\d:\d\d/);
  await page.locator(`a[href="${game}"]`).click();
  await page.getByRole("button", { name: texts.game.abort }).click();
  await page.getByRole("dialog").getByRole("button", { name: texts.game.abort }).click();
  await expect(page.locator(".result")).toHaveText("*");
  // What was said is there after a reload.
  const log = page.getByRole("log").locator("p");
  const said = await log.allTextContents();
  expect(said.length).toBeGreaterThan(3);
  await page.reload();
  await expect(log).toHaveText(said);
});
