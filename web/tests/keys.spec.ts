import { begin, beginWith, clickMove, expect, expectMan, expectMoves, square, status, test, texts, typeMove } from "./support.ts";
import type { Page } from "./support.ts";

/** Goes on with Tab until what has the focus is called so. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const focused = (): Promise<string> =>
    page.evaluate(() => {
      const at = document.activeElement;
      return at === document.body ? "" : at?.getAttribute("aria-label") || at?.textContent || "";
    });
  for (let step = 0; step < 80; step++) {
    const now = await focused();
    if (typeof name === "string" ? now.startsWith(name) : name.test(now)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not lead to ${name}`);
}

test("from the first page to the end of a game without a mouse", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("heading", { name: texts.home.title })).toBeVisible();
  await tabTo(page, texts.home.here);
  await page.keyboard.press("Enter");
  await expect(page.locator("cg-board piece").first()).toBeVisible();
  await page.keyboard.press("/");
  await page.keyboard.type("e4");
  await page.keyboard.press("Enter");
  await expectMoves(page, ["e4"]);
  // The board is a stop of Tab as well, with one square of its own.
  await tabTo(page, /^[a-h][1-8], /);
  const before = await page.evaluate(() => (document.activeElement as HTMLElement).dataset.square);
  await page.keyboard.press("ArrowUp");
  await expect(square(page, `${before?.[0]}${Number(before?.[1]) + 1}`)).toBeFocused();
  // Resigning asks first; Escape goes back to where one was.
  await tabTo(page, texts.game.resign);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: texts.dialogs.resignTitle })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("button", { name: texts.game.resign })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog").getByRole("button", { name: texts.game.resign })).toBeEnabled();
  await tabTo(page, new RegExp(`^${texts.game.resign}$`));
  await page.keyboard.press("Enter");
  await expect(page.locator(".result")).toHaveText("1-0");
});

test("the menu is walked by keys", async ({ page }) => {
  await begin(page, texts.home.here);
  await typeMove(page, "e4");
  await expectMoves(page, ["e4"]);
  await page.getByRole("button", { name: texts.commands.menu }).focus();
  await page.keyboard.press("Enter");
  await expect(page.locator('[data-menu="new"]')).toBeFocused();
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowDown");
  await expect(page.locator('[data-menu="new"]')).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("menu")).toHaveCount(0);
  await expect(page.getByRole("button", { name: texts.commands.menu })).toBeFocused();
  await page.keyboard.press("Enter");
  while (!(await page.locator('[data-menu="undo"]').evaluate((item) => item === document.activeElement)))
    await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expectMoves(page, []);
});

test("what a pawn becomes is chosen by keys", async ({ page }) => {
  await beginWith(page, { opponent: "here", position: "8/4P1k1/8/8/8/8/8/4K3 w - - 0 1" });
  const chooser = page.getByRole("dialog", { name: texts.game.promote });
  await square(page, "e7").focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await expect(chooser.getByRole("button", { name: texts.men.queen })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(chooser.getByRole("button").nth(1)).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(chooser.getByRole("button").nth(2)).toBeFocused();
  await page.keyboard.press("b");
  await expectMoves(page, ["e8=B"]);
  await page.keyboard.press("Control+z");
  await expectMoves(page, []);
  await clickMove(page, "e7e8");
  await expect(chooser.getByRole("button").first()).toBeFocused();
  await page.keyboard.press("ArrowUp");
  const last = await chooser.getByRole("button").last().getAttribute("aria-label");
  await page.keyboard.press("Enter");
  await expectMan(page, "e8", `white ${last}`);
});

test("keys of one letter can be turned off, and letters typed into fields are no commands", async ({ page }) => {
  await begin(page, texts.home.here);
  await page.keyboard.press("/");
  await page.keyboard.type("fm");
  await expect(page.locator(".board-ground")).toHaveClass(/orientation-white/);
  await expect(page.getByLabel(texts.game.typed, { exact: true })).toHaveValue("fm");
  await page.getByLabel(texts.game.typed, { exact: true }).fill("");
  await page.locator(".turn").click();
  await page.locator('[data-command="settings"]').click();
  await page.getByRole("dialog").getByLabel(texts.settings.letterKeys).uncheck();
  await page.getByRole("button", { name: texts.settings.done }).click();
  await page.keyboard.press("f");
  await page.keyboard.press("ArrowLeft");
  await expect(status(page)).toHaveText(texts.game.lookingAtStart);
  await expect(page.locator(".board-ground")).toHaveClass(/orientation-white/);
});

test("the board reads itself out, square by square", async ({ page }) => {
  await beginWith(page, { opponent: "here", position: "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1" });
  const board = page.getByRole("grid", { name: texts.game.board });
  await expect(board.getByRole("row")).toHaveCount(9);
  await expect(board.getByRole("columnheader")).toHaveText(["a", "b", "c", "d", "e", "f", "g", "h"]);
  await expect(board.getByRole("rowheader")).toHaveText(["8", "7", "6", "5", "4", "3", "2", "1"]);
  await expect(square(page, "a1")).toHaveAttribute("aria-label", "a1, white rook");
  await square(page, "a1").focus();
  await page.keyboard.press("Enter");
  await expect(square(page, "a1")).toHaveAttribute("aria-label", `a1, white rook, ${texts.game.selected}`);
  await expect(square(page, "a8")).toHaveAttribute("aria-label", `a8, empty, ${texts.game.target}`);
  await square(page, "a8").focus();
  await page.keyboard.press("Enter");
  await expect(square(page, "e8")).toHaveAttribute("aria-label", `e8, black king, ${texts.game.attacked}`);
  await expect(page.locator(".check-word")).toHaveText(texts.game.check);
  await expect(page.locator("cg-board square.check")).toHaveCount(1);
  await expect(square(page, "a8")).toHaveAttribute("aria-label", `a8, white rook, ${texts.game.lastMove}`);
  await page.keyboard.press("f");
  await expect(board.getByRole("columnheader")).toHaveText(["h", "g", "f", "e", "d", "c", "b", "a"]);
});

/** Walks on the board by arrow keys, from where the focus is. */
async function walkTo(page: Page, to: string): Promise<void> {
  const from = (await page.evaluate(() => (document.activeElement as HTMLElement).dataset.square)) ?? "";
  const files = to.charCodeAt(0) - from.charCodeAt(0);
  const ranks = Number(to[1]) - Number(from[1]);
  for (let i = 0; i < Math.abs(files); i++) await page.keyboard.press(files > 0 ? "ArrowRight" : "ArrowLeft");
  for (let i = 0; i < Math.abs(ranks); i++) await page.keyboard.press(ranks > 0 ? "ArrowUp" : "ArrowDown");
  await expect(square(page, to)).toBeFocused();
}

test("a whole game is played on the board by keys alone, and what happens is spoken", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("heading", { name: texts.home.title })).toBeVisible();
  await tabTo(page, texts.home.here);
  await page.keyboard.press("Enter");
  // The game begins with the focus on the board.
  await expect(square(page, "e2")).toBeFocused();
  const inHand = page.getByTestId("in-hand");
  const played: string[] = [];
  for (const [from, to, san] of [
    ["f2", "f3", "f3"],
    ["e7", "e5", "e5"],
    ["g2", "g4", "g4"],
    ["d8", "h4", "Qh4#"],
  ] as const) {
    await walkTo(page, from);
    await page.keyboard.press("Enter");
    await expect(inHand).toContainText(`on ${from} picked up. It can go to`);
    await walkTo(page, to);
    await page.keyboard.press("Enter");
    played.push(san);
    await expectMoves(page, played);
    await expect(inHand).toHaveText("");
  }
  await expect(page.locator(".result")).toHaveText("0-1");
  await expect(page.getByRole("log")).toContainText("checkmate", { ignoreCase: true });
  // Through the game without leaving the square.
  const lookedAt = page.getByTestId("looked-at");
  await page.keyboard.press("Shift+ArrowLeft");
  await expect(lookedAt).toHaveText(texts.game.lookingAt("2.", "g4"));
  await page.keyboard.press("Shift+ArrowRight");
  await expect(lookedAt).toHaveText(texts.game.atPresent);
  await expect(square(page, "h4")).toBeFocused();
});

test("whoever begins a game by a click goes through it by arrows at once, and finds the board by Tab", async ({ page }) => {
  await begin(page, texts.home.here);
  await expect(page.getByRole("grid", { name: texts.game.board })).toBeFocused();
  await clickMove(page, "e2e4");
  await expectMoves(page, ["e4"]);
  await page.keyboard.press("ArrowLeft");
  await expect(page.getByTestId("looked-at")).toHaveText(texts.game.lookingAtStart);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Tab");
  await expect(square(page, "e2")).toBeFocused();
});

test("after the choice of what a pawn becomes, and after thinking better of it, the keys are on the board", async ({ page }) => {
  await beginWith(page, { opponent: "here", position: "4k3/P7/8/8/8/8/p7/4K3 w - - 0 1" });
  const focused = (): Promise<string | null> => page.evaluate(() => document.activeElement?.getAttribute("data-square") ?? null);
  const choice = page.getByRole("dialog", { name: texts.game.promote });
  const step = async (squares: string[]): Promise<void> => {
    for (const name of squares) {
      await square(page, name).focus();
      await page.keyboard.press("Enter");
    }
    await expect(choice).toBeVisible();
  };
  // Whoever thinks better of it may be faster than the next frame.
  await square(page, "a7").evaluate(async (man) => {
    (man as HTMLButtonElement).click();
    await Promise.resolve();
    document.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
  });
  await expect(page.getByTestId("in-hand")).toHaveText(texts.game.putDown("white pawn", "a7"));
  await step(["a7", "a8"]);
  await page.keyboard.press("Escape");
  await expect(choice).toHaveCount(0);
  expect(await focused()).toBe("a7");
  await step(["a7", "a8"]);
  await page.keyboard.press("Enter");
  await expectMan(page, "a8", "white queen");
  expect(await focused()).toBe("a8");
  await page.keyboard.press("ArrowRight");
  expect(await focused()).toBe("b8");
});

test("the keys are read from the first one on, and Enter closes them", async ({ page }) => {
  await page.setViewportSize({ width: 844, height: 390 });
  await beginWith(page, { opponent: "here" });
  await page.keyboard.press("?");
  const keys = page.getByRole("dialog", { name: texts.keys.title });
  await expect(keys.getByRole("heading")).toBeInViewport({ ratio: 1 });
  await expect(keys.locator("dt").first()).toBeInViewport({ ratio: 1 });
  await page.keyboard.press("Enter");
  await expect(keys).toHaveCount(0);
});

test("the lines of an analysis keep the focus when they are renewed, whether they are longer or shorter", async ({ page }) => {
  const game = await beginWith(page, { opponent: "here", open: { pgn: "1. f3 e5 2. g4 Qh4# 0-1" } });
  const score = { pawns: 0.3, chances: 0.5, says: "+0.30" };
  let tell = (_moves: string[]): void => undefined;
  await page.routeWebSocket(/\/analysis/, (socket) => {
    socket.onMessage((text) => {
      const { type, at } = JSON.parse(String(text)) as { type: string; at: string };
      if (type !== "look") return;
      tell = (moves) => {
        const lines = moves.length > 0 ? [{ score, moves: moves.map((san) => ({ uci: "a2a3", san })) }] : [];
        socket.send(JSON.stringify({ type: "lines", at, then: "", threat: false, depth: 5, positions: 9, is_done: false, score, lines }));
      };
      tell(["a3", "b6", "c3", "d6"]);
    });
  });
  await page.clock.install();
  await page.goto(`/${game}#analysis`);
  await page.keyboard.press("Home");
  const moves = page.locator(".engine-lines .line-move");
  await expect(moves).toHaveCount(4);
  await moves.first().focus();
  await page.keyboard.press("End");
  await expect(moves.last()).toBeFocused();
  for (const [renewed, focused] of [
    [["a3", "h6"], 1],
    [[], null],
    [["b3", "g6", "c4"], 2],
  ] as const) {
    // Under the keys they stand still for a while.
    await page.clock.runFor(5000);
    tell([...renewed]);
    await expect(moves).toHaveCount(renewed.length);
    if (focused !== null) await expect(moves.nth(focused)).toBeFocused();
  }
});
