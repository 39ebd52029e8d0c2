import {
  beginWith,
  click,
  clickMove,
  expect,
  expectAccessible,
  expectMan,
  expectMoves,
  guest,
  invite,
  status,
  test,
  texts,
  typeMove,
} from "./support.ts";
import type { Page } from "./support.ts";

test("a draw by repetition is claimed", async ({ page }) => {
  await beginWith(page, { opponent: "here" });
  const claim = page.getByRole("button", { name: texts.game.claimDraw });
  const dance = ["Nf3", "Nf6", "Ng1", "Ng8"];
  for (const [i, m] of [...dance, ...dance].entries()) {
    await expect(claim).toHaveCount(0);
    await typeMove(page, m);
    await expect(page.locator(".move")).toHaveCount(i + 1);
  }
  await claim.click();
  await expect(page.locator(".result")).toHaveText("1/2-1/2");
  await expect(page.locator(".turn")).toContainText(/repetition|three times|third time/i);
  await clickMove(page, "e2e4");
  await expect(page.locator(".move")).toHaveCount(8);
});

test("who cannot move passes where the rules say so, and the game is stopped and counted", async ({ page }) => {
  await beginWith(page, { opponent: "here", rules: { name: "cuhk" }, position: "7k/8/8/8/1p6/pPp5/PRP5/KB6 w - - 0 1" });
  await expect(page.getByText(texts.game.mustPass)).toBeVisible();
  await expectAccessible(page, "passing");
  await page.getByRole("button", { name: texts.game.pass, exact: true }).click();
  await expectMoves(page, ["--"]);
  await expect(page.getByText(texts.game.mustPass)).toHaveCount(0);
  await clickMove(page, "h8g8");
  await expectMoves(page, ["--", "Kg8"]);
  await expect(page.getByText(texts.game.mustPass)).toBeVisible();
  await page.getByRole("button", { name: texts.game.stop }).click();
  await page.getByRole("dialog").getByRole("button", { name: texts.dialogs.cancel }).click();
  await expect(page.locator(".result")).toHaveCount(0);
  await page.getByRole("button", { name: texts.game.stop }).click();
  await page.getByRole("dialog", { name: texts.dialogs.stopTitle }).getByRole("button", { name: texts.game.stop }).click();
  await expect(page.locator(".result")).toHaveText("1-0");
});

test("the code of CUHK's document stops the game where a move is typed", async ({ page }) => {
  await beginWith(page, { opponent: { computer: 1 }, color: "white", rules: { name: "cuhk" } });
  await typeMove(page, "Z0 Z0");
  await expect(page.locator(".result")).toHaveText("1/2-1/2");
  await expect(page.locator(".turn")).toContainText(/\d+ for White and \d+ for Black/);
});

test("two people at two devices stop the game and count, each at their own turn", async ({ page, browser }) => {
  await page.goto("/");
  const position = "7k/8/8/8/8/8/P7/K5R1 w - - 0 1";
  await beginWith(page, { opponent: "link", color: "white", rules: { name: "cuhk" }, position });
  const other = await guest(page, browser);
  await expect(page.locator(".turn")).toHaveText(texts.game.yourMove);
  const stop = async (window: Page): Promise<void> => {
    await window.getByRole("button", { name: texts.game.stop }).click();
    await window.getByRole("dialog", { name: texts.dialogs.stopTitle }).getByRole("button", { name: texts.game.stop }).click();
  };
  // Whoever waits is told why not.
  await stop(other);
  await expect(status(other)).toContainText(/turn/i);
  await expect(page.locator(".result")).toHaveCount(0);
  await typeMove(page, "a3");
  await expectMoves(other, ["a3"]);
  await stop(other);
  for (const window of [page, other]) {
    await expect(window.locator(".result")).toHaveText("1-0");
    await expect(window.locator(".turn")).toContainText(/\d+ for White and \d+ for Black/);
  }
  await other.context().close();
});

test("a flag falls for both to see", async ({ page, browser }) => {
  const other = await invite(page, browser, "3s");
  await typeMove(page, "e4");
  await expectMoves(other, ["e4"]);
  await typeMove(other, "e5");
  await expectMoves(page, ["e4", "e5"]);
  for (const window of [page, other]) {
    await expect(window.locator(".result")).toHaveText("0-1", { timeout: 15_000 });
    await expect(window.locator(".turn")).toContainText(/time/i);
    await expect(window.getByRole("log")).toContainText(/time/i);
    await expect(window.locator('[data-side="white"] .clock')).toHaveText("0:00.0");
    await expect(window.locator('[data-side="white"] .clock')).toHaveClass(/low/);
    await expect(window.locator(".clock.runs")).toHaveCount(0);
  }
  await click(page, "d2");
  await expect(page.locator("cg-board square.move-dest:visible")).toHaveCount(0);
  await other.context().close();
});

test("a game that somebody left is claimed", async ({ page, browser }) => {
  const other = await invite(page, browser, "10+5");
  await typeMove(page, "e4");
  await expectMoves(other, ["e4"]);
  await typeMove(other, "e5");
  await expectMan(page, "e5", "black pawn");
  await other.context().close();
  await expect(page.locator(".presence.away")).toHaveCount(1, { timeout: 20_000 });
  await expect(page.locator(".offer")).toHaveText(/You may claim the win in \d+ s/);
  await page.getByRole("button", { name: texts.game.claimLeft }).click({ timeout: 10_000 });
  await expect(page.locator(".result")).toHaveText("1-0");
  await expect(page.getByRole("log")).toContainText(/left|away/);
});

test("a result that the board does not show is taken back only by whoever means it", async ({ page }) => {
  await beginWith(page, { opponent: "here", rules: { name: "byu" } });
  await typeMove(page, "e4");
  await expectMoves(page, ["e4"]);
  await page.getByRole("button", { name: texts.game.resign }).click();
  await page.getByRole("dialog").getByRole("button", { name: texts.game.resign }).click();
  await expect(page.locator(".result")).toHaveText("1-0");
  await page.keyboard.press("Control+z");
  const dialog = page.getByRole("dialog", { name: texts.dialogs.endBackTitle });
  await expect(dialog).toBeVisible();
  await dialog.getByRole("button", { name: texts.dialogs.cancel }).click();
  await expect(page.locator(".result")).toHaveText("1-0");
  await expectMoves(page, ["e4"]);
  await page.keyboard.press("Control+z");
  await dialog.getByRole("button", { name: texts.dialogs.endBackYes }).click();
  await expectMoves(page, []);
  await expect(page.locator(".result")).toHaveCount(0);
});

test("mate is taken back without a question, also where it was opened", async ({ page }) => {
  const game = await beginWith(page, { opponent: "here", rules: { name: "byu" } });
  for (const m of ["f3", "e5", "g4", "Qh4"]) await typeMove(page, m);
  await expect(page.locator(".result")).toHaveText("0-1");
  await page.keyboard.press("Control+z");
  await expectMoves(page, ["f3", "e5", "g4"]);
  await page.keyboard.press("Control+y");
  await expect(page.locator(".result")).toHaveText("0-1");
  const xml = await (await page.context().request.get(`/v1/games/${game}/export/xml`)).text();
  await beginWith(page, { opponent: "here", open: { xml } });
  await expect(page.locator(".result")).toHaveText("0-1");
  // It is looked at as others that are over: to play on is a choice, and where it is over it is none.
  await expect(page.getByRole("button", { name: texts.game.rematch })).toHaveCount(0);
  await page.getByRole("button", { name: texts.files.playOnFrom }).click();
  await page.getByRole("dialog").getByRole("button", { name: texts.files.playOnFrom }).click();
  await expect(page.getByText("play on from an earlier one").first()).toBeVisible();
  await page.keyboard.press("Control+z");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expectMoves(page, ["f3", "e5", "g4"]);
});
