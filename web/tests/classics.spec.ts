import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Server } from "./server.ts";
import { PHONE, click, clickMove, expect, expectAccessible, expectMan, square, test, texts } from "./support.ts";
import type { Page } from "./support.ts";

const CASES = join(import.meta.dirname, "../../crates/classics/cases");
const t = texts.classics;

/** What a program prints in a case, by its document. */
function outputOf(classic: string, name: string): string {
  return readFileSync(join(CASES, classic, `${name}.out`), "utf8");
}

async function open(page: Page, address: string): Promise<void> {
  await page.goto(`/classics/${address}`);
  await expect(page.getByRole("log", { name: t.screen })).toBeVisible();
}

/** What the program itself has printed, without what was typed and told beside it. */
async function printed(page: Page): Promise<string> {
  return (await page.locator(".screen-said").allTextContents()).join("");
}

async function type(page: Page, line: string): Promise<void> {
  await page.getByLabel(t.line).fill(line);
  await page.keyboard.press("Enter");
}

test("the first page leads to five cards, and a card opens its program as it was chosen", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: t.title }).click();
  await expect(page).toHaveURL(/\/classics$/);
  for (const card of Object.values(t.cards)) await expect(page.getByRole("heading", { name: card.title })).toBeVisible();
  await expectAccessible(page, "the cards");
  await expect(page.getByRole("form", { name: t.cards.cuhk.title })).toContainText(t.watchRows);
  const waterloo = page.getByRole("form", { name: t.cards.waterloo.title });
  await expect(waterloo).not.toContainText(t.watchRows);
  await waterloo.getByLabel(t.undo).check();
  await waterloo.getByLabel(t.seed).fill("7");
  await waterloo.getByRole("button", { name: t.open }).click();
  await expect(page).toHaveURL(/\/classics\/waterloo\?seed=7&undo=true$/);
  await type(page, "game computer1 computer1");
  await page.getByRole("button", { name: texts.game.goOn }).click();
  await expect(page.locator(".screen-typed").last()).toHaveText("play\nmove\n");
  await page.goBack();
  await page.getByRole("form", { name: t.cards.hong.title }).getByText("As written").click();
  await page.getByRole("form", { name: t.cards.hong.title }).getByRole("button", { name: t.open }).click();
  await expect(page).toHaveURL(/\/classics\/hong-written$/);
  await expect(page.locator(".screen")).toContainText("Move: W");
  await page.goBack();
  await page.getByRole("button", { name: t.openBoard }).click();
  await expectMan(page, "e2", "white pawn");
  await page.goBack();
  await expect(page).toHaveURL(/\/classics$/);
  await page.goto("/classics/byu");
  await expectMan(page, "e2", "white pawn");
});

test("the document's sample run steps to its end, byte for byte", async ({ page }) => {
  await open(page, "cuhk");
  const step = page.getByRole("button", { name: t.step });
  await step.click();
  for (let lines = 0; lines < 8; lines++) await step.click();
  await expect(page.getByText(t.nextSession("stopped at once: a draw by score"))).toBeVisible();
  await expect(page.getByText("The program has ended.")).toBeVisible();
  expect(await printed(page)).toBe(outputOf("cuhk", "mode1-01"));
  await expect(page.locator(".screen-typed").nth(2)).toHaveText("d7 d5\n");
  await expect(page.getByText("Black wins", { exact: false }).first()).toBeVisible();
});

test("each verification board is a session of its own, and games play on by themselves", async ({ page }) => {
  await page.clock.install();
  await open(page, "hong");
  const sessions = page.getByRole("combobox", { name: t.session });
  await sessions.selectOption({ label: t.place(22, 29, "board 22 of the document's verification") });
  await page.getByRole("button", { name: t.playOn }).click();
  await expect(page.getByText("The program has ended.")).toBeVisible();
  expect(await printed(page)).toBe(outputOf("hong", "verification-22"));
  await page.clock.runFor(1250);
  await expect(sessions).toHaveValue("22");
  await page.getByRole("button", { name: t.pause }).click();
  // Imperial's last one is played to its end, where it stops by itself.
  await open(page, "imperial");
  await sessions.selectOption("2");
  await page.getByRole("button", { name: t.playOn }).click();
  await expect(page.getByRole("button", { name: t.pause })).toBeVisible();
  await expect(async () => {
    await page.clock.runFor(5000);
    await expect(page.getByText(t.shownOut)).toBeVisible({ timeout: 100 });
  }).toPass();
  await expect(page.getByText("The program has ended.")).toBeVisible();
  expect(await printed(page)).toBe(outputOf("imperial", "stalemate"));
  await expect(page.getByRole("button", { name: t.playOn })).toBeVisible();
});

test("a session typed by hand shows the same bytes, and reasons beside them", async ({ page }) => {
  await open(page, "waterloo");
  const lines = readFileSync(join(CASES, "waterloo/refusals.in"), "utf8").trimEnd().split("\n");
  for (const line of lines) await type(page, line);
  await expect(page.locator(".screen-typed")).toHaveCount(lines.length);
  await page.getByLabel(t.line).press("Control+d");
  await expect(page.getByText("The program has ended.")).toBeVisible();
  expect(await printed(page)).toBe(outputOf("waterloo", "refusals"));
  await expect(page.locator(".screen-aside").first()).toHaveText("No game is running.\n");
  await expect(page.getByLabel(t.line)).not.toBeEditable();
  await page.getByRole("button", { name: t.again }).click();
  await expect(page.locator(".screen span")).toHaveCount(0);
  await expect(page.getByText(t.noGame)).toBeVisible();
});

test("a sample begins in the middle of one's own game only with a word", async ({ page }) => {
  await open(page, "hong");
  await type(page, "E2,E3");
  await expect(page.locator(".screen")).toContainText("Next move: B");
  await page.getByRole("button", { name: t.step }).click();
  const question = page.getByRole("dialog", { name: t.leaveTitle });
  await expect(question).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.locator(".screen-typed")).toHaveText(["E2,E3\n"]);
  await page.getByRole("combobox", { name: t.session }).selectOption("2");
  await question.getByRole("button", { name: texts.dialogs.cancel }).click();
  await expect(page.getByRole("combobox", { name: t.session })).toHaveValue("0");
  await page.getByRole("combobox", { name: t.session }).selectOption("2");
  await question.getByRole("button", { name: t.leaveYes }).click();
  await expect(page.getByRole("combobox", { name: t.session })).toHaveValue("2");
  await expect(page.locator(".screen-typed")).toHaveCount(0);
});

test("a click on the board types the move as the program reads it", async ({ page }) => {
  await open(page, "cuhk");
  await page.getByRole("button", { name: "1", exact: true }).click();
  await expect(square(page, "e2")).toHaveAttribute("aria-label", /^e7, white pawn/);
  await clickMove(page, "e2e4");
  await expect(page.locator(".screen-typed").last()).toHaveText("e7 e5\n");
  await expect(page.locator(".turn")).toHaveText(texts.game.toMove.black);
  // What cannot be is typed as well: the program says what it thinks of it.
  await clickMove(page, "e7e4");
  await expect(page.locator(".screen-typed").last()).toHaveText("e2 e5\n");
  await expect(page.locator(".screen-aside").last()).toContainText("e2");
  await open(page, "hong");
  await click(page, "e2");
  await page.keyboard.press("b");
  await square(page, "e2").focus();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await expect(page.locator(".screen-typed").last()).toHaveText("E2,E3\n");
  await expect(page.locator(".screen")).toContainText("Next move: B");
});

test("a pawn is asked what it becomes, and the answer is typed", async ({ page }) => {
  await open(page, "waterloo");
  for (const line of ["setup", "+ K a1", "+ k h8", "+ P b7"]) await type(page, line);
  await expect(page.getByText(t.settingUp)).toBeVisible();
  await type(page, "done");
  await expect(page.getByText(t.setUp)).toBeVisible();
  await type(page, "game human human");
  await expect(page.locator(".turn")).toHaveText(texts.game.toMove.white);
  await clickMove(page, "b7b8");
  await page.getByRole("dialog", { name: texts.game.promote }).getByRole("button", { name: texts.men.knight }).click();
  await expect(page.locator(".screen-typed").last()).toHaveText("move b7 b8 N\n");
  await expectMan(page, "b8", "white knight");
});

test("a program goes on after a reload, and a wish that makes no sense is told", async ({ page }) => {
  await open(page, "hong");
  await type(page, "E2,E3");
  await expect(page.locator(".screen")).toContainText("Next move: B");
  const screen = await page.locator(".screen").textContent();
  await page.reload();
  await expect(page.getByText(t.resumed)).toBeVisible();
  await expect(page.locator(".screen")).toHaveText(screen ?? "");
  await expect(page.locator(".turn")).toHaveText(texts.game.toMove.black);
  await type(page, "E7,E6");
  await expect(page.locator(".screen")).toContainText("Next move: W");
  await page.getByRole("link", { name: t.all }).click();
  await page.goto("/classics/hong");
  await expect(page.locator(".screen")).toContainText("Next move: W");
  await expect(page.locator(".screen-typed")).toHaveCount(0);
  await open(page, "cuhk?seed=x");
  await expect(page.getByText("The seed is a whole number", { exact: false })).toBeVisible();
});

test("a program ends with its page, and says so when the server is killed", async ({ browser }) => {
  const server = await Server.start("[limits]\nclassics = 1\n");
  try {
    const visit = async (): Promise<Page> => (await browser.newContext({ baseURL: server.url })).newPage();
    const [first, second] = [await visit(), await visit()];
    await open(first, "hong");
    await expect(first.locator(".screen")).toContainText("Next move: W");
    await open(second, "imperial");
    await expect(second.getByText("Too many classic programs run on this server", { exact: false })).toBeVisible();
    await first.context().close();
    await expect(async () => {
      await second.getByRole("button", { name: t.again }).click();
      await expect(second.locator(".screen")).toContainText("A new chess game is started!", { timeout: 500 });
    }).toPass();
    await server.kill();
    await expect(second.getByText(t.reconnecting)).toBeVisible();
    await second.context().close();
  } finally {
    await server.stop();
  }
});

test("a program is readable on a phone, by screen readers, and does not jump", async ({ page }) => {
  await page.setViewportSize(PHONE);
  await open(page, "cuhk");
  await expectAccessible(page, "a program");
  const top = async (): Promise<number | undefined> => (await page.locator(".board-frame").boundingBox())?.y;
  const before = await top();
  await type(page, "1");
  await expect(page.locator(".screen")).toContainText("White's turn:");
  await type(page, "what");
  await expect(page.locator(".screen-aside")).toHaveCount(1);
  expect(await top()).toBe(before);
  const sizes = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
  expect(sizes[0]).toBe(sizes[1]);
  const screen = page.locator(".screen");
  const [inner, outer] = await screen.evaluate((element) => [element.scrollWidth, element.clientWidth]);
  expect(inner, "the widest board fits").toBeLessThanOrEqual(outer ?? 0);
  expect(await screen.evaluate((element) => getComputedStyle(element).whiteSpace)).toBe("pre");
});

test("the boards of a program and of the editor are as large as the window allows, and a program's stays whatever has the focus", async ({
  page,
}) => {
  const width = async (): Promise<number> => (await page.locator("cg-board").boundingBox())?.width ?? 0;
  for (const [path, sizes] of [
    [
      "/classics/cuhk",
      [
        { width: 1366, height: 650, board: 504 },
        { width: 1280, height: 800, board: 656 },
        { width: 740, height: 360, board: 352 },
        { width: 844, height: 390, board: 376 },
      ],
    ],
    [
      "/#setup",
      [
        { width: 1366, height: 650, board: 568 },
        { width: 1280, height: 800, board: 712 },
      ],
    ],
  ] as const) {
    await page.goto(path);
    await expect(page.locator("cg-board")).toBeVisible();
    for (const { board, ...size } of sizes) {
      await page.setViewportSize(size);
      const told = `${path} at ${size.width} × ${size.height}`;
      await expect.poll(width, told).toBeGreaterThanOrEqual(board);
      if (path === "/#setup") continue;
      for (const part of [".screen", "#typed-move", ".classic-words button:last-child", ".classic-samples .primary", "header a"]) {
        await page.locator(part).last().focus();
        await expect(page.locator("cg-board"), `${told}: ${part}`).toBeInViewport({ ratio: 1 });
      }
    }
  }
});
