import { analysisTexts as t } from "../src/analysis/texts.ts";
import {
  PHONE,
  beginWith,
  clickMove,
  expect,
  expectAccessible,
  expectMan,
  openMenu,
  pageAt,
  places,
  status,
  test,
  texts,
  typeMove,
} from "./support.ts";
import type { Page } from "./support.ts";

/** White takes a pawn that costs the game. */
const PGN = `[White "Anna"]
[Black "Bert"]
[Result "0-1"]

1. e4 e5 2. Nf3 Nc6 3. Bc4 Nd4 4. Nxe5 Qg5 5. Nxf7 Qxg2 6. Rf1 Qxe4+ 7. Be2 Nf3# 0-1`;

const BLUNDER = "5. Nxf7??";

async function analyse(page: Page, wish: object = { opponent: "here", open: { pgn: PGN } }): Promise<string> {
  const game = await beginWith(page, wish);
  await page.locator(".status-panel").getByRole("button", { name: texts.commands.analyse }).click();
  await expect(page.getByRole("region", { name: t.title })).toBeVisible();
  return game;
}

const graph = (page: Page) => page.getByRole("slider", { name: t.graph.title });
const lines = (page: Page) => page.getByRole("list", { name: t.lines }).getByRole("listitem");
const lesson = (page: Page) => page.locator(".lesson-words");
const looksAt = (page: Page, number: string, san: string) => expect(page.locator(".turn")).toHaveText(texts.game.lookingAt(number, san));

/** The whole game is analysed. */
async function reviewed(page: Page): Promise<void> {
  await expect(page.locator("td > .move").filter({ hasText: "Nxf7" })).toContainText("??", { timeout: 100_000 });
  await expect(page.locator(".graph-progress")).toHaveCount(0, { timeout: 100_000 });
}

test("a finished game is analysed from the panel at its end: lines, graph, marks, words", async ({ page }) => {
  await analyse(page);
  await expect(page).toHaveURL(/#analysis$/);
  await page.locator("td > .move").nth(4).click();
  await expect(lines(page)).toHaveCount(3);
  await expect(page.getByRole("meter", { name: t.score.bar })).toHaveAttribute("aria-valuetext", /White|Black|Equal/);
  await page.getByLabel(t.howMany).selectOption("5");
  await expect(lines(page)).toHaveCount(5);
  await reviewed(page);
  // A click in the graph leads to a position, and its mistakes are told in words.
  const box = await graph(page).boundingBox();
  await graph(page).click({ position: { x: ((box?.width ?? 0) * 9) / 14, y: 20 } });
  await looksAt(page, "5.", "Nxf7");
  await expect(lesson(page)).toContainText(BLUNDER);
  await expect(lesson(page)).toContainText("Better is");
  await expect(page.locator(".accuracy")).toContainText("%");
  await expectAccessible(page, "an analysis");
  // It is there again after a reload, and for whoever has the link.
  await page.reload();
  await reviewed(page);
  await page.getByRole("button", { name: t.close }).click();
  await expect(page.locator(".analysis-panel")).toHaveCount(0);
  await expect(page).not.toHaveURL(/#/);
});

test("a move of a line is tried as a variation, and free moves go on from there", async ({ page }) => {
  await analyse(page);
  await page.locator("td > .move").nth(7).click();
  await lines(page).first().getByRole("button").nth(1).click();
  await expect(page.locator(".variation .move")).toHaveCount(2);
  await expect(page.locator(".variation .move").nth(1)).toHaveAttribute("aria-current", "true");
  await expect(lines(page).first()).toBeVisible();
  await page.locator("td > .move").nth(0).click();
  await clickMove(page, "g8f6");
  await expect(page.locator(".variation .move").filter({ hasText: "Nf6" })).toHaveAttribute("aria-current", "true");
});

test("whoever watches tries moves that nobody else sees", async ({ page, browser, server }) => {
  const game = await analyse(page);
  const other = await pageAt(browser, server.url);
  await other.request.post("/v1/session", { headers: { origin: server.url }, data: { name: "Cora" } });
  await other.goto(`/${game}#analysis`);
  await expect(other.getByRole("region", { name: t.title })).toBeVisible();
  await other.locator("td > .move").nth(3).click();
  await expect(lines(other)).toHaveCount(3);
  await clickMove(other, "f1b5");
  const aside = other.getByRole("group", { name: t.aside });
  await expect(aside.getByRole("button").first()).toHaveText("3. Bb5");
  await expectMan(other, "b5", "white bishop");
  await expect(lines(other).first()).toContainText("3...");
  await lines(other).first().getByRole("button").first().click();
  await expect(aside.getByRole("button")).toHaveCount(3);
  await expect(lines(other).first()).toContainText(/^\S+4\. /);
  // Whoever pressed a move of a line with the mouse goes on through the game by arrows, though other lines stand there now.
  await other.keyboard.press("ArrowLeft");
  await expect(aside.getByRole("button")).toHaveCount(2);
  await expect(page.locator(".variation")).toHaveCount(0);
  await other.context().close();
});

test("try it yourself: the better move is hidden until it is found or shown", async ({ page }) => {
  await analyse(page);
  await reviewed(page);
  await page.locator("td > .move").filter({ hasText: "Nxf7" }).click();
  await page.getByRole("button", { name: t.exercise.begin }).click();
  await expect(lesson(page)).toContainText(t.exercise.asks(BLUNDER, "white"));
  await expect(lines(page)).toHaveCount(0);
  await expect(lesson(page)).not.toContainText("Better is");
  await expect(page.locator("svg.cg-shapes g[cgHash]")).toHaveCount(0);
  // A move that is worse is judged, and the men stand as before.
  await clickMove(page, "a2a3");
  await expect(lesson(page)).toContainText(t.exercise.again);
  await expectMan(page, "a2", "white pawn");
  await page.getByRole("button", { name: t.exercise.show }).click();
  await expect(lesson(page)).toContainText("Better is");
  await expect(lines(page)).toHaveCount(3);
  const better = lesson(page).getByRole("button").first();
  const san = ((await better.textContent()) ?? "").replace(/^5\. /, "");
  // The better move itself is found to be good.
  await page.getByRole("button", { name: t.exercise.stop }).click();
  await page.locator("td > .move").filter({ hasText: "Nxf7" }).click();
  await page.getByRole("button", { name: t.exercise.begin }).click();
  await expect(lines(page)).toHaveCount(0);
  await page.getByLabel(texts.remarks.tryMove).fill(san);
  await page.keyboard.press("Enter");
  await expect(lesson(page).locator(".sign-1")).toContainText(san.replace(/[+#]$/, ""));
});

test("keys alone suffice", async ({ page }) => {
  const game = await beginWith(page, { opponent: "here", open: { pgn: PGN } });
  await page.goto(`/${game}#analysis`);
  await reviewed(page);
  await page.locator("body").press("Home");
  // N goes from mistake to mistake.
  await page.keyboard.press("n");
  await expect(lesson(page)).toContainText("?");
  await page.keyboard.press("Home");
  await expect(lines(page).first()).toBeVisible();
  // L and X, A and the space bar.
  await page.keyboard.press("l");
  await expect(lines(page)).toHaveCount(0);
  await expect(page.getByText(t.off)).toBeVisible();
  await page.keyboard.press("l");
  await expect(lines(page)).toHaveCount(3);
  await page.keyboard.press("x");
  await expect(page.getByRole("button", { name: t.threat })).toHaveAttribute("aria-pressed", "true");
  await expect(lines(page).first()).toContainText("...");
  await page.keyboard.press("x");
  await expect(lines(page).first()).toContainText("1. ");
  await page.keyboard.press("a");
  await expect(page.locator("svg.cg-shapes g[cgHash]")).toHaveCount(0);
  await page.keyboard.press("a");
  await page.keyboard.press(" ");
  await expect(page.locator(".move[aria-current]")).toHaveCount(1);
  // The lines: one stop, arrows within.
  await page.keyboard.press("Home");
  await expect(lines(page)).toHaveCount(3);
  await page.getByLabel(t.howMany).focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(lines(page).first().getByRole("button").first()).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(lines(page).first().getByRole("button").nth(1)).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(lines(page).nth(1).getByRole("button").nth(1)).toBeFocused();
  // The graph: a slider that says where it is.
  await graph(page).focus();
  await page.keyboard.press("Home");
  await expect(graph(page)).toHaveAttribute("aria-valuetext", new RegExp(`^${t.graph.start}`));
  await page.keyboard.press("ArrowRight");
  await expect(graph(page)).toHaveAttribute("aria-valuetext", /^1\. e4, /);
  await page.keyboard.press("PageDown");
  await expect(graph(page)).toHaveAttribute("aria-valuetext", /(inaccuracy|dubious move|mistake|blunder)/);
  await page.keyboard.press("End");
  await expect(graph(page)).toHaveAttribute("aria-valuetext", /^7\.\.\. Nf3#/);
  // All of it stands in the list of keys.
  await page.keyboard.press("?");
  for (const says of [t.commands.engine, t.commands.best, t.commands.threat, t.commands.exercise])
    await expect(page.getByRole("dialog").getByText(says)).toBeVisible();
});

test("the best line is read out politely, and not at every step", async ({ page }) => {
  await analyse(page);
  await page.locator("td > .move").nth(2).click();
  const spoken = page.getByTestId("spoken-line");
  await expect(spoken).toHaveText(/^Best: /);
  await expect(spoken).toHaveAttribute("role", "status");
});

test("lines come back after the server was away", async ({ page, server }) => {
  await analyse(page);
  await page.locator("td > .move").nth(2).click();
  await expect(lines(page)).toHaveCount(3);
  await server.kill();
  await page.locator("td > .move").nth(5).click();
  await expect(page.getByText(t.lost)).toBeVisible();
  await server.run();
  await expect(lines(page).first()).toContainText("4. ", { timeout: 20_000 });
});

test("nothing moves while the engine thinks, whatever is looked at", async ({ page }) => {
  await analyse(page);
  await reviewed(page);
  for (const size of [{ width: 1366, height: 768 }, { width: 1280, height: 800 }, PHONE]) {
    await page.setViewportSize(size);
    const lie = async (): Promise<object> => ({
      ...(await places(page)),
      panel: await page.locator(".analysis-panel").boundingBox(),
      graph: await graph(page).boundingBox(),
      bar: await page.locator(".evaluation-bar").boundingBox(),
    });
    await page.locator("td > .move").first().dispatchEvent("click");
    await expect(lines(page)).toHaveCount(3);
    await page.evaluate(() => scrollTo(0, 0));
    const before = await lie();
    for (const i of [3, 8, 12]) {
      await page.locator("td > .move").nth(i).dispatchEvent("click");
      expect(await lie(), `${size.width} wide, move ${i}, at once`).toEqual(before);
      await expect(lines(page).first()).toBeVisible();
      expect(await lie(), `${size.width} wide, move ${i}, with lines`).toEqual(before);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  }
});

test("a phone has the analysis below the board, in every colour", async ({ page }) => {
  await page.setViewportSize(PHONE);
  await analyse(page);
  await reviewed(page);
  await page.locator("td > .move").nth(8).click();
  await expect(lines(page).first()).toBeVisible();
  const board = await page.locator("cg-board").boundingBox();
  const bar = await page.locator(".evaluation-bar").boundingBox();
  const panel = await page.locator(".analysis-panel").boundingBox();
  expect(board?.width).toBeGreaterThanOrEqual(320);
  expect((bar?.x ?? 0) + (bar?.width ?? 0)).toBeLessThanOrEqual(PHONE.width);
  expect(panel?.y).toBeGreaterThan((board?.y ?? 0) + (board?.height ?? 0));
  for (const look of [
    { theme: "dark" },
    { theme: "light", contrast: "high" },
    { theme: "dark", contrast: "high" },
    { contrast: "normal", print: "large" },
  ]) {
    await page.evaluate((look) => Object.assign(document.documentElement.dataset, look), look);
    await expectAccessible(page, JSON.stringify(look), "colours");
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  }
});

test("what is pasted, and what is set up, can be analysed, under every rule set", async ({ page }) => {
  await page.goto("/");
  await openMenu(page, "open");
  await page.getByLabel(texts.files.paste).fill("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
  await page.getByLabel(texts.files.analyse).check();
  await page.getByRole("dialog").getByRole("button", { name: texts.files.openPasted, exact: true }).click();
  await expect(page).toHaveURL(/#analysis$/);
  await expect(lines(page)).toHaveCount(3);
  await clickMove(page, "e2e4");
  await expect(lines(page).first()).toContainText("1...");
  for (const rules of ["chess960", "cuhk", "byu"]) {
    await page.goto("/#setup");
    await page.getByLabel(texts.setup.rules).selectOption(rules);
    await page.getByRole("button", { name: texts.commands.analyse }).click();
    await expect(page).toHaveURL(/#analysis$/);
    await expect(lines(page).first(), rules).toBeVisible();
  }
});

test("nobody analyses while two people play, and a game against the computer not before its end", async ({ page }) => {
  await beginWith(page, { opponent: { computer: 400 } });
  await page.getByRole("button", { name: texts.commands.menu }).click();
  await expect(page.locator('[data-menu="analyse"]')).toHaveCount(0);
  await page.keyboard.press("Escape");
  await typeMove(page, "e4");
  await expect(page.locator(".move")).toHaveCount(2);
  await page.getByRole("button", { name: texts.game.resign }).click();
  await page.getByRole("dialog").getByRole("button", { name: texts.game.resign }).click();
  await expect(page.locator(".result")).toBeVisible();
  await openMenu(page, "analyse");
  await expect(page.getByRole("region", { name: t.title })).toBeVisible();
  await expect(status(page)).toBeVisible();
});
