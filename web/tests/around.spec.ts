import {
  accept,
  begin,
  beginWith,
  click,
  clickMove,
  drag,
  expect,
  expectMan,
  expectMoves,
  frames,
  invite,
  openMenu,
  status,
  test,
  texts,
  typeMove,
} from "./support.ts";
import type { Page } from "./support.ts";

const ITALIAN = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 *";

test("threats are counted while looking back", async ({ page }) => {
  await beginWith(page, { opponent: "here", open: { pgn: ITALIAN } });
  await page.keyboard.press("w");
  // White's knight on f3 attacks e5; at the start nothing did.
  await expect(page.locator('[data-threat="e5"] .white')).toHaveText("1");
  await page.keyboard.press("ArrowUp");
  await expectMan(page, "g1", "white knight");
  await expect(page.locator('[data-threat="f3"] .white')).toHaveText("3");
  await expect(page.locator('[data-threat="e5"] .white')).toHaveCount(0);
  for (let ply = 0; ply < 3; ply++) await page.keyboard.press("ArrowRight");
  await expect(page.locator('[data-threat="e5"] .white')).toHaveText("1");
  await page.keyboard.press("x");
  await expect(page.locator('[data-threat="d4"] .black')).toHaveText("1");
  await expect(page.locator('[data-threat="e5"] .white')).toHaveCount(0);
  await page.keyboard.press("ArrowDown");
  await expect(page.locator('[data-threat="d4"] .black')).toHaveText("3");
});

test("what was taken and who has more is shown, at every move", async ({ page }) => {
  await begin(page, texts.home.here);
  for (const m of ["e4", "d5", "exd5", "Qxd5", "Nc3", "Qxg2"]) await typeMove(page, m);
  await expect(page.locator(".move")).toHaveCount(6);
  const [white, black] = [page.locator('[data-side="white"]'), page.locator('[data-side="black"]')];
  await expect(white.getByRole("img", { name: `${texts.game.taken}: pawn`, exact: true })).toBeVisible();
  await expect(black.getByRole("img", { name: `${texts.game.taken}: pawn, pawn`, exact: true })).toBeVisible();
  await expect(black.locator(".ahead")).toHaveText("+1");
  await typeMove(page, "Bxg2");
  await expect(white.getByRole("img", { name: `${texts.game.taken}: queen, pawn`, exact: true })).toBeVisible();
  await expect(white.locator(".ahead")).toHaveText("+8");
  await page.locator(".turn").click();
  await page.keyboard.press("ArrowUp");
  await expect(page.locator(".taken piece")).toHaveCount(0);
});

test("coordinates stand at the edge, on whichever side one sits", async ({ page }) => {
  await begin(page, texts.home.here);
  const board = await page.locator(".board-ground").boundingBox();
  if (!board) throw new Error("no board");
  /** Whether a coordinate stands in the corner at the left below. */
  const isInCorner = async (text: string): Promise<boolean> => {
    const box = await page.locator("coord", { hasText: text }).boundingBox();
    return box !== null && box.x < board.x + board.width / 8 && box.y + box.height > board.y + (board.height * 7) / 8;
  };
  await expect(page.locator("coord")).toHaveCount(16);
  expect([await isInCorner("a"), await isInCorner("1"), await isInCorner("h"), await isInCorner("8")]).toEqual([true, true, false, false]);
  await page.keyboard.press("f");
  await expect(page.locator(".board-ground")).toHaveClass(/orientation-black/);
  expect([await isInCorner("a"), await isInCorner("1"), await isInCorner("h"), await isInCorner("8")]).toEqual([false, false, true, true]);
});

test("arrows and circles are drawn by right drags, and a click wipes them off", async ({ page }) => {
  await begin(page, texts.home.here);
  const box = await page.locator(".board-ground").boundingBox();
  if (!box) throw new Error("no board");
  const right = async (from: [number, number], to: [number, number]): Promise<void> => {
    const on = ([file, rank]: [number, number]): [number, number] => [
      box.x + ((file + 0.5) * box.width) / 8,
      box.y + ((7.5 - rank) * box.width) / 8,
    ];
    await page.mouse.move(...on(from));
    await page.mouse.down({ button: "right" });
    await page.mouse.move(...on(to), { steps: 4 });
    await frames(page);
    await page.mouse.up({ button: "right" });
  };
  await right([4, 3], [4, 3]);
  await expect(page.locator(".cg-shapes circle")).toHaveCount(1);
  await right([6, 0], [5, 2]);
  await expect(page.locator(".cg-shapes line")).toHaveCount(1);
  await expectMoves(page, []);
  await click(page, "e5");
  await expect(page.locator(".cg-shapes circle, .cg-shapes line")).toHaveCount(0);
});

test("moves sound until they are muted", async ({ page }) => {
  await page.addInitScript(() => {
    const counted = window as unknown as { knocks: number };
    counted.knocks = 0;
    const start = AudioBufferSourceNode.prototype.start;
    AudioBufferSourceNode.prototype.start = function (...when): void {
      counted.knocks += 1;
      start.apply(this, when);
    };
  });
  const knocks = (): Promise<number> => page.evaluate(() => (window as unknown as { knocks: number }).knocks);
  await begin(page, texts.home.here);
  await clickMove(page, "e2e4");
  await expectMoves(page, ["e4"]);
  await expect.poll(knocks).toBe(1);
  await clickMove(page, "d7d5");
  await expectMoves(page, ["e4", "d5"]);
  await clickMove(page, "e4d5");
  await expectMoves(page, ["e4", "d5", "exd5"]);
  // A capture knocks twice.
  await expect.poll(knocks).toBe(4);
  await page.keyboard.press("m");
  await expect(status(page)).toHaveText(texts.game.muted);
  await clickMove(page, "d8d5");
  await expectMoves(page, ["e4", "d5", "exd5", "Qxd5"]);
  expect(await knocks()).toBe(4);
});

test("men glide, unless somebody does not want it", async ({ page }) => {
  await begin(page, texts.home.here);
  /** Makes a move, and looks at the board until it is painted: a man that glides begins to with the first frame. */
  const glides = async (m: string): Promise<number> => {
    await page.evaluate(() => {
      const counted = window as unknown as { glides: number };
      counted.glides = 0;
      const board = document.querySelector("cg-board");
      new MutationObserver(() => (counted.glides += board?.querySelectorAll("piece.anim").length ?? 0)).observe(board as Node, {
        attributes: true,
        childList: true,
        subtree: true,
      });
    });
    await typeMove(page, m);
    await expect(page.locator(".move").last()).toHaveText(m);
    return page.evaluate(async () => {
      for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
      return (window as unknown as { glides: number }).glides;
    });
  };
  expect(await glides("e4")).toBeGreaterThan(0);
  await openMenu(page, "settings");
  await page.getByRole("dialog").getByLabel(texts.settings.animates).uncheck();
  await page.getByRole("button", { name: texts.settings.done }).click();
  expect(await glides("e5")).toBe(0);
  await openMenu(page, "settings");
  await page.getByRole("dialog").getByLabel(texts.settings.animates).check();
  await page.getByRole("button", { name: texts.settings.done }).click();
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.reload();
  await expectMoves(page, ["e4", "e5"]);
  expect(await glides("Nf3")).toBe(0);
});

test("colours follow the system, or what was chosen", async ({ page }) => {
  const background = (): Promise<string> => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const choose = async (name: string): Promise<void> => {
    await openMenu(page, "settings");
    await page.getByRole("dialog").getByText(name, { exact: true }).click();
    await page.getByRole("button", { name: texts.settings.done }).click();
  };
  await page.goto("/");
  await expect(page.getByRole("heading", { name: texts.home.title })).toBeVisible();
  const light = await background();
  await page.emulateMedia({ colorScheme: "dark" });
  const dark = await background();
  expect(dark).not.toBe(light);
  await choose(texts.settings.themes.light);
  expect(await background()).toBe(light);
  await choose(texts.settings.themes.dark);
  expect(await background()).toBe(dark);
  await page.emulateMedia({ colorScheme: "light" });
  expect(await background()).toBe(dark);
  await choose(texts.settings.contrast);
  expect(await background()).toBe("rgb(0, 0, 0)");
  await choose(texts.settings.themes.auto);
  expect(await background()).toBe("rgb(255, 255, 255)");
});

test("every board and every set of men looks different", async ({ page }) => {
  await begin(page, texts.home.here);
  await openMenu(page, "settings");
  const seen = { board: new Set<string>(), men: new Set<string>() };
  for (const name of Object.values(texts.settings.boards)) {
    await page.getByRole("dialog").getByText(name, { exact: true }).click();
    seen.board.add(await page.locator("cg-board").evaluate((board) => getComputedStyle(board).backgroundImage));
  }
  for (const [set, name] of Object.entries(texts.settings.sets)) {
    await page.getByRole("dialog").getByText(name, { exact: true }).click();
    await expect(page.locator("html")).toHaveAttribute("data-pieces", set);
    // What is chosen from looks as what is chosen.
    const shown = (man: string): Promise<string> =>
      page
        .locator(man)
        .first()
        .evaluate((man) => getComputedStyle(man).backgroundImage);
    expect(await shown(`.piece-set[data-set="${set}"] piece.knight.white`)).toBe(await shown("cg-board piece.knight.white"));
    seen.men.add(
      await page
        .locator("cg-board piece.knight.white")
        .first()
        .evaluate((man) => getComputedStyle(man).backgroundImage),
    );
  }
  expect(seen.board.size).toBe(5);
  expect(seen.men.size).toBe(4);
});

test("a click in the list of moves shows that move, and the game goes on meanwhile", async ({ page, browser }) => {
  const other = await invite(page, browser);
  await typeMove(page, "e4");
  await expectMoves(other, ["e4"]);
  await typeMove(other, "e5");
  await expectMoves(page, ["e4", "e5"]);
  await typeMove(page, "Nf3");
  await expectMoves(other, ["e4", "e5", "Nf3"]);
  await page.getByRole("button", { name: "e4", exact: true }).click();
  await expectMan(page, "e7", "black pawn");
  await expect(page.locator(".move[aria-current]")).toHaveText("e4");
  await typeMove(other, "Nc6");
  await expectMoves(page, ["e4", "e5", "Nf3", "Nc6"]);
  // Still where one was looking, and no move can be made there.
  await expectMan(page, "e7", "black pawn");
  await click(page, "d2");
  await expect(page.locator("cg-board square.move-dest:visible")).toHaveCount(0);
  await page.keyboard.press("End");
  await expectMan(page, "c6", "black knight");
  await other.context().close();
});

test("names are shown to the other, and who only watches is told so", async ({ page, browser, server }) => {
  await page.goto("/");
  await page.getByRole("button", { name: texts.home.changeName }).click();
  await page.getByRole("dialog").getByLabel(texts.settings.name).fill("Grace");
  await page.getByRole("button", { name: texts.settings.done }).click();
  const other = await invite(page, browser);
  await expect(other.locator('[data-side="white"] .player-name')).toContainText("Grace");
  const watcher = await (await browser.newContext({ baseURL: server.url })).newPage();
  await watcher.goto(page.url());
  await expect(watcher.getByText(texts.game.watching)).toBeVisible();
  await click(watcher, "e2");
  await expect(watcher.locator("cg-board square.move-dest:visible")).toHaveCount(0);
  await typeMove(page, "e4");
  await expectMoves(watcher, ["e4"]);
  await expect(watcher.getByLabel(texts.game.typed, { exact: true })).toHaveCount(0);
  await watcher.context().close();
  await other.context().close();
});

test("who only watches is offered nothing that only players can do", async ({ page, browser, server }) => {
  const other = await invite(page, browser);
  await typeMove(page, "e4");
  const watcher = await (await browser.newContext({ baseURL: server.url })).newPage();
  await watcher.goto(page.url());
  await expectMoves(watcher, ["e4"]);
  await expect(watcher.locator('[data-command="flip"]')).toBeVisible();
  for (const command of ["undo", "redo"]) {
    await expect(page.locator(`[data-command="${command}"]`)).toBeEnabled();
    await expect(watcher.locator(`[data-command="${command}"]`)).toHaveCount(0);
  }
  await watcher.getByRole("button", { name: texts.commands.menu }).click();
  await expect(watcher.locator('[data-menu="board"]')).toBeVisible();
  for (const command of ["undo", "redo", "typed"]) await expect(watcher.locator(`[data-menu="${command}"]`)).toHaveCount(0);
  await watcher.keyboard.press("Escape");
  await expect(watcher.getByRole("region", { name: texts.game.actions })).toHaveCount(0);
  for (const key of ["Control+z", "Control+y", "/"]) await watcher.keyboard.press(key);
  await typeMove(other, "e5");
  await expectMoves(watcher, ["e4", "e5"]);
  await expect(watcher.locator(".log .refusal")).toHaveCount(0);
  await watcher.context().close();
  await other.context().close();
});

/** How often somebody pressed a button of the mouse on the page. */
async function countPresses(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const key = "presses";
    window.addEventListener("pointerdown", () => sessionStorage.setItem(key, String(Number(sessionStorage.getItem(key) ?? 0) + 1)), {
      capture: true,
    });
  });
  return () => page.evaluate(() => Number(sessionStorage.getItem("presses") ?? 0));
}

test("from opening the page to the first move it takes two clicks", async ({ page }) => {
  const presses = await countPresses(page);
  await page.goto("/");
  await page.getByRole("button", { name: texts.home.computer }).click();
  await expect(page.locator("cg-board piece").first()).toBeVisible();
  await drag(page, "e2", "e4");
  await expectMan(page, "e4", "white pawn");
  await expect(page.locator(".move")).toHaveCount(2);
  expect(await presses()).toBe(2);
});

test("every way into a game takes at most two clicks to a board that is ready", async ({ page, browser, server }) => {
  const presses = await countPresses(page);
  const since = async (before: number): Promise<number> => (await presses()) - before;
  const ready = async (): Promise<void> => {
    await expect(page.locator(".turn")).toHaveText(/to move|Your move/);
    await expect(page.locator("cg-board piece").first()).toBeVisible();
  };
  await page.addInitScript(() => delete (window as unknown as Record<string, unknown>).showOpenFilePicker);
  await page.goto("/");
  // At one board.
  await page.getByRole("button", { name: texts.home.here }).click();
  await ready();
  expect(await presses()).toBe(1);
  const running = new URL(page.url()).pathname;
  // A running game.
  await page.goto("/");
  let before = await presses();
  await page.locator(`a[href="${running}"]`).click();
  await ready();
  expect(await since(before)).toBe(1);
  // A file.
  await page.goto("/");
  before = await presses();
  await page.getByRole("button", { name: texts.home.open }).click();
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), page.getByRole("button", { name: texts.files.choose }).click()]);
  await chooser.setFiles({ name: "italian.pgn", mimeType: "text/plain", buffer: Buffer.from(ITALIAN) });
  await ready();
  await expect(page.locator(".move")).toHaveCount(6);
  expect(await since(before)).toBe(2);
  // A link: one click here, one there.
  await page.goto("/");
  before = await presses();
  await page.getByRole("button", { name: texts.home.link }).click();
  const link = await page.getByLabel(texts.invite.link, { exact: true }).inputValue();
  const other = await (await browser.newContext({ baseURL: server.url })).newPage();
  await accept(other, link);
  await ready();
  expect(await since(before)).toBe(1);
  // Somebody who waits in the lobby.
  await beginWith(other, { opponent: "lobby", color: "black" });
  await page.goto("/");
  before = await presses();
  await page.getByRole("button", { name: new RegExp(`^${texts.home.join}: `) }).click();
  await ready();
  expect(await since(before)).toBe(1);
  await other.context().close();
});

test("h tells the best move and why, and draws it", async ({ page }) => {
  await beginWith(page, { opponent: { computer: 1 }, color: "white", position: "4k3/8/8/2b5/8/8/8/2R1K3 w - - 0 1" });
  await page.keyboard.press("h");
  await expect(status(page)).toContainText("The best move is Rxc5");
  await expect(status(page)).toContainText("It wins the bishop on c5.");
  await expect(page.getByRole("log")).toContainText("It wins the bishop on c5.");
  await expect(page.locator(".cg-shapes line")).toHaveCount(1);
  await clickMove(page, "e1d1");
  await expect(page.locator(".cg-shapes line")).toHaveCount(0);
});

test.describe("in German", () => {
  test.use({ locale: "de-DE" });

  test("the button gives a hint", async ({ page }) => {
    await beginWith(page, { opponent: "here", position: "4k3/8/8/2b5/8/8/8/2R1K3 w - - 0 1" });
    await page.locator(".actions").getByRole("button", { name: "Tipp" }).click();
    await expect(status(page)).toContainText("Er gewinnt den Läufer auf c5.");
  });
});

test("there are no hints while two people play, and once it is over there are", async ({ page, browser }) => {
  const other = await invite(page, browser);
  await expect(page.locator(".actions")).not.toContainText(texts.commands.hint);
  await page.keyboard.press("h");
  await expect(status(page)).toContainText("no hints while two people play");
  await expect(page.locator(".cg-shapes line")).toHaveCount(0);
  await other.getByRole("button", { name: texts.game.abort }).click();
  await other.getByRole("dialog").getByRole("button", { name: texts.game.abort }).click();
  await expect(page.locator(".turn.over")).toBeVisible();
  await page.keyboard.press("h");
  await expect(status(page)).toContainText("The best move is");
  await expect(page.locator(".cg-shapes line")).toHaveCount(1);
});
