import {
  beginWith,
  click,
  clickMove,
  drag,
  expect,
  expectMan,
  expectMoves,
  guest,
  invite,
  joined,
  square,
  status,
  test,
  texts,
  typeMove,
} from "./support.ts";
import type { Page } from "./support.ts";

/** Somebody who has chosen this in the settings. */
async function wish(page: Page, settings: object): Promise<void> {
  await page.addInitScript((settings) => {
    if (location.protocol === "http:") localStorage.setItem("tabiya.settings", JSON.stringify({ isNameAsked: true, ...settings }));
  }, settings);
}

/** The parts of a game that can be seen. */
async function seen(page: Page, parts: string[]): Promise<string[]> {
  const are = await Promise.all(parts.map((part) => page.locator(part).first().isVisible()));
  return parts.filter((_, i) => are[i]);
}

test("a move that waits to be confirmed stands where it was put, and no double click answers", async ({ page }) => {
  await wish(page, { confirmsMoves: true });
  await beginWith(page, { opponent: "here" });
  const question = page.getByRole("group", { name: texts.game.confirmMove("e2", "e4") });
  await drag(page, "e2", "e4");
  await expect(question).toBeVisible();
  await expectMan(page, "e4", "white pawn");
  await expectMoves(page, []);
  // Nothing else can be moved meanwhile, and the second half of a double click says nothing.
  await click(page, "d2");
  await expect(page.locator("cg-board square.move-dest:visible")).toHaveCount(0);
  await question.getByRole("button", { name: texts.game.confirm }).dispatchEvent("click", { detail: 2 });
  await expect(question).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(question).toHaveCount(0);
  await expectMan(page, "e2", "white pawn");
  await clickMove(page, "d2d4");
  await page
    .getByRole("group", { name: texts.game.confirmMove("d2", "d4") })
    .getByRole("button", { name: texts.dialogs.cancel })
    .click();
  await expectMan(page, "d2", "white pawn");
  await drag(page, "e2", "e4");
  await expect(question).toBeVisible();
  // Enter answers as soon as it cannot be the end of a hasty press.
  await expect(async () => {
    await page.keyboard.press("Enter");
    await expect(page.locator(".move")).toHaveText(["e4"], { timeout: 200 });
  }).toPass();
  // By keys one goes from the board to the question and back.
  await square(page, "e7").focus();
  await page.keyboard.press("Enter");
  await square(page, "e5").focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: texts.game.confirm })).toBeFocused();
  await expect(async () => {
    await page.keyboard.press("Enter");
    await expect(page.locator(".move")).toHaveText(["e4", "e5"], { timeout: 200 });
  }).toPass();
  await expect(square(page, "e5")).toBeFocused();
});

test("a typed move is confirmed as well, and of a pawn it is said what it becomes", async ({ page }) => {
  await wish(page, { confirmsMoves: true });
  await beginWith(page, { opponent: "here", position: "7k/P7/8/8/8/8/8/K7 w - - 0 1" });
  await clickMove(page, "a7a8");
  await page.getByRole("dialog", { name: texts.game.promote }).getByRole("button", { name: "knight" }).click();
  const knight = page.getByRole("group", { name: texts.game.confirmPromotion("a7", "a8", "knight") });
  await expect(knight).toBeVisible();
  await expect(knight).toContainText("knight");
  await expectMan(page, "a8", "white knight");
  await page.keyboard.press("Escape");
  await expectMan(page, "a7", "white pawn");
  // What cannot be played is not asked about.
  await typeMove(page, "Kb4");
  await expect(status(page)).toContainText("king");
  await expect(page.locator(".move-confirmation")).toHaveCount(0);
  await typeMove(page, "a8=R");
  await expect(page.getByRole("group", { name: texts.game.confirmTyped("a8=R") })).toBeVisible();
  await expectMoves(page, []);
  await expect(page.getByRole("button", { name: texts.game.confirm })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByLabel(texts.game.typed, { exact: true })).toBeFocused();
  await expectMoves(page, []);
  await typeMove(page, "a8=R");
  await expect(page.getByRole("button", { name: texts.game.confirm })).toBeFocused();
  await expect(async () => {
    await page.keyboard.press("Enter");
    await expect(page.locator(".move")).toHaveText(["a8=R+"], { timeout: 200 });
  }).toPass();
});

test("whoever wants no premoves makes none, and is told so", async ({ page, browser }) => {
  await wish(page, { premoves: false });
  const other = await invite(page, browser);
  await drag(page, "e2", "e4");
  await expectMoves(other, ["e4"]);
  await drag(page, "d2", "d4");
  await expect(status(page)).toHaveText(texts.game.premovesOff);
  await expect(page.locator("cg-board square.current-premove")).toHaveCount(0);
  await square(page, "d2").focus();
  await page.keyboard.press("Enter");
  await expect(square(page, "d2")).not.toHaveAttribute("aria-label", /picked up/);
  await typeMove(other, "e5");
  await expectMoves(page, ["e4", "e5"]);
  await expectMan(page, "d2", "white pawn");
  // The other has them as usual.
  await drag(page, "g1", "f3");
  await expectMoves(other, ["e4", "e5", "Nf3"]);
  await typeMove(other, "Nc6");
  await drag(other, "d7", "d6");
  await expect(other.locator("cg-board square.current-premove").first()).toBeVisible();
  await other.context().close();
});

test("a pawn becomes a queen by itself, never or always, and Ctrl asks for the other way", async ({ page, browser }) => {
  await wish(page, { autoQueen: "always" });
  const position = "8/PPPP2k1/8/8/8/8/8/4K3 w - - 0 1";
  await beginWith(page, { opponent: "here", position });
  await drag(page, "a7", "a8");
  await expectMoves(page, ["a8=Q"]);
  await drag(page, "g7", "g6");
  await expectMoves(page, ["a8=Q", "Kg6"]);
  await page.keyboard.down("Control");
  await drag(page, "b7", "b8");
  await page.keyboard.up("Control");
  const chooser = page.getByRole("dialog", { name: texts.game.promote });
  await chooser.getByRole("button", { name: texts.men.knight }).click();
  await expectMoves(page, ["a8=Q", "Kg6", "b8=N"]);
  await wish(page, { autoQueen: "never" });
  await beginWith(page, { opponent: "here", position });
  await drag(page, "a7", "a8");
  await expect(chooser).toBeVisible();
  await page.keyboard.press("Escape");
  await expectMan(page, "a7", "white pawn");
  await page.keyboard.down("Control");
  await drag(page, "a7", "a8");
  await page.keyboard.up("Control");
  await expectMoves(page, ["a8=Q"]);
  // Never is never: what was put in advance is asked about when it is its turn.
  await beginWith(page, { opponent: "link", color: "white", position: "8/P5k1/8/8/8/8/8/4K3 b - - 0 1" });
  const other = await guest(page, browser);
  await expect(page.locator(".turn")).toHaveText(texts.game.toMove.black);
  await drag(page, "a7", "a8");
  await expect(page.locator("cg-board square.current-premove").first()).toBeVisible();
  await typeMove(other, "Kg6");
  await chooser.getByRole("button", { name: texts.men.rook }).click();
  await expectMoves(other, ["Kg6", "a8=R"]);
  await other.context().close();
});

test("zen hides what is not needed, and blindfold the pieces, but not for those who hear them", async ({ page }) => {
  const parts = ["header.top", ".player-name", ".moves-panel", ".typed", ".board-ground", ".clock", ".actions", ".status-panel"];
  await beginWith(page, { opponent: { computer: 1 }, clock: "10+5" });
  expect(await seen(page, parts)).toEqual(parts);
  await page.keyboard.press("z");
  await expect(page.locator(".game.zen")).toBeVisible();
  expect(await seen(page, parts)).toEqual([".board-ground", ".clock", ".actions", ".status-panel"]);
  await page.reload();
  await expect(page.locator(".game.zen cg-board piece").first()).toBeVisible();
  await page.getByRole("button", { name: texts.game.leaveZen }).click();
  expect(await seen(page, parts)).toEqual(parts);

  await page.getByRole("button", { name: texts.commands.menu }).click();
  await page.locator('[data-menu="blindfold"]').click();
  await expect(status(page)).toHaveText(texts.game.blindfoldOn);
  await expect(page.locator("cg-board piece:visible")).toHaveCount(0);
  await expectMan(page, "e2", "white pawn");
  await clickMove(page, "e2e4");
  await expect(page.locator(".move")).toHaveCount(2);
  await page.reload();
  await expectMan(page, "e4", "white pawn");
  await expect(page.locator("cg-board piece:visible")).toHaveCount(0);
  await page.getByRole("button", { name: texts.game.resign }).click();
  await page.getByRole("dialog").getByRole("button", { name: texts.game.resign }).click();
  await expect(page.locator("cg-board piece:visible").first()).toBeVisible();
});

test("coordinates outside stand beside the board, which still fits every window", async ({ page }) => {
  await wish(page, { coordinates: "outside" });
  await beginWith(page, { opponent: "here" });
  for (const [width, height] of [
    [320, 640],
    [740, 360],
    [1366, 650],
  ] as const) {
    await page.setViewportSize({ width, height });
    const outside = (): Promise<object> =>
      page.evaluate(() => {
        const at = (selector: string): DOMRect => (document.querySelector(selector) as Element).getBoundingClientRect();
        const [board, ranks, files] = [at("cg-board"), at("coords.ranks"), at("coords.files")];
        return {
          isBeside: ranks.right <= board.left + 1 && files.top >= board.bottom - 1,
          isInWindow: ranks.left >= 0 && board.right <= innerWidth && files.bottom <= innerHeight,
          isWide: document.documentElement.scrollWidth > innerWidth,
        };
      });
    await expect.poll(outside, `${width} × ${height}`).toEqual({ isBeside: true, isInWindow: true, isWide: false });
  }
  await clickMove(page, "e2e4");
  await expectMoves(page, ["e4"]);
});

/** Where there is a menu, and how many groups it has there. */
const MENUS: Record<string, { open: (page: Page) => Promise<unknown>; groups: number }> = {
  "at one board": { open: (page) => beginWith(page, { opponent: "here", clock: "5+3" }), groups: 5 },
  "against a person": {
    open: async (page) => {
      const act = await joined(page);
      await clickMove(page, "e2e4");
      await expect(page.locator(".move")).toHaveCount(1);
      await act("commands", { do: "move", move: "e7e5" });
      await expect(page.locator(".move")).toHaveCount(2);
    },
    groups: 5,
  },
  "in an analysis": {
    open: async (page) => {
      await beginWith(page, { opponent: "here", open: { pgn: "1. f3 e5 2. g4 Qh4# 0-1" } });
      await page.evaluate(() => Object.assign(location, { hash: "analysis" }));
      await expect(page.locator(".analysis-panel")).toBeVisible();
    },
    groups: 6,
  },
};

for (const language of ["en", "de"])
  test(`the menu is seen whole on every screen (${language})`, async ({ page }) => {
    await wish(page, { language });
    for (const [where, { open, groups }] of Object.entries(MENUS)) {
      await page.setViewportSize({ width: 1366, height: 650 });
      await open(page);
      for (const print of ["normal", "large"]) {
        await page.evaluate((print) => Object.assign(document.documentElement.dataset, { print }), print);
        for (const [width, height] of [
          [320, 640],
          [390, 844],
          [740, 360],
          [844, 390],
          [932, 430],
          [1366, 650],
        ] as const) {
          await page.setViewportSize({ width, height });
          await page.locator(".menu-button").click();
          const menu = page.getByRole("menu");
          await expect(menu.getByRole("group")).toHaveCount(groups);
          const cut = await menu.evaluate((menu) => {
            const frame = menu.getBoundingClientRect();
            const isOut = frame.left < 0 || frame.right > innerWidth || frame.bottom > innerHeight;
            const isCut = (item: Element): boolean => item.scrollWidth > item.clientWidth + 1 || item.scrollHeight > item.clientHeight + 1;
            const items = [...menu.querySelectorAll("button")].filter((item) => item.checkVisibility() && isCut(item));
            const said = items.map((item) => item.textContent);
            return { isOut, said, below: menu.scrollHeight - menu.clientHeight, beside: menu.scrollWidth - menu.clientWidth };
          });
          // The thirty commands of an analysis in large print are more than the smallest screens hold: there one scrolls, a little.
          const mayScroll = where === "in an analysis" && print === "large" && width * height < 300_000;
          const below = mayScroll ? expect.any(Number) : 0;
          expect.soft(cut, `${where}, ${width} × ${height}, ${print}`).toEqual({ isOut: false, said: [], below, beside: 0 });
          await page.keyboard.press("Escape");
        }
      }
    }
  });
