import type { Locator } from "@playwright/test";
import { analysisTexts } from "../src/analysis/texts.ts";
import { beginWith, clickMove, expect, expectMoves, invite, joined, pageAt, test, texts, typeMove } from "./support.ts";
import type { Page } from "./support.ts";

/** A game of 19 moves each, of an opening with a long name. */
const LONG =
  "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. c3 Nf6 5. d4 exd4 6. cxd4 Bb4+ 7. Nc3 Nxe4 8. O-O Bxc3 9. d5 Bf6 10. Re1 Ne7 11. Rxe4 d6 " +
  "12. Bg5 Bxg5 13. Nxg5 h6 14. Qe2 hxg5 15. Re1 Be6 16. dxe6 f6 17. Re3 c6 18. Rh3 Rxh3 19. gxh3 g6 *";

const LAPTOP = { width: 1366, height: 650 };

/** What can be seen of an element, from its top to its bottom, on the screen and through all that scrolls. */
async function seenShare(page: Page, selector: string): Promise<number> {
  return page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const box = element.getBoundingClientRect();
      let [top, bottom] = [Math.max(box.top, 0), Math.min(box.bottom, innerHeight)];
      for (let at = element.parentElement; at; at = at.parentElement) {
        if (getComputedStyle(at).overflowY === "visible") continue;
        const frame = at.getBoundingClientRect();
        [top, bottom] = [Math.max(top, frame.top), Math.min(bottom, frame.bottom)];
      }
      return Math.round(((bottom - top) / box.height) * 100) / 100;
    });
}

test("the moves have the room beside the board, and the name of the opening lies over nothing", async ({ page }) => {
  await beginWith(page, { opponent: "here", open: { pgn: LONG }, clock: "5+3" });
  for (const [width, height, least] of [
    [1366, 650, 380],
    [1920, 1080, 750],
    [1280, 800, 200],
    [1440, 900, 300],
  ] as const) {
    await page.setViewportSize({ width, height });
    const told = `${width} × ${height}`;
    const list = async (): Promise<number> => (await page.locator(".moves").boundingBox())?.height ?? 0;
    await expect.poll(list, told).toBeGreaterThan(least);
    // The last move is seen, as it is looked at, whatever the window was before.
    await expect.poll(() => seenShare(page, ".moves [aria-current]"), told).toBe(1);
    const name = await page.getByTestId("opening").evaluate((opening) => {
      const range = document.createRange();
      range.selectNodeContents(opening);
      const inner = opening.firstElementChild?.getBoundingClientRect() ?? range.getBoundingClientRect();
      const others = [...document.querySelectorAll(".moves, .walk button")].map((other) => other.getBoundingClientRect());
      const isOver = others.some(
        (other) => inner.left < other.right && other.left < inner.right && inner.top < other.bottom && other.top < inner.bottom,
      );
      return { title: opening.getAttribute("title"), isOver };
    });
    expect(name, told).toEqual({ title: expect.stringMatching(/^Italian Game: .*\(C54\)$/), isOver: false });
  }
});

test("on a short laptop an analysis lies over nothing, and what is written of a move is seen beside it", async ({ page }) => {
  const game = await beginWith(page, { opponent: "here", open: { pgn: `${LONG.slice(0, -1)}1-0` } });
  await page.goto(`/${game}#analysis`);
  await page.getByLabel(analysisTexts.howMany).selectOption("5");
  for (const width of [1280, 1366, 1600, 1920])
    for (const height of [600, 650]) {
      await page.setViewportSize({ width, height });
      const told = `${width} × ${height}`;
      const seenAtPlayer = await page
        .locator(".player")
        .last()
        .evaluate((player) => {
          const { x, y, width, height } = player.getBoundingClientRect();
          const points = [0.1, 0.3, 0.5, 0.7, 0.9].map((part) => document.elementFromPoint(x + width * part, y + height / 2));
          return points.every((element) => element?.closest(".player") === player);
        });
      expect(seenAtPlayer, told).toBe(true);
      for (const part of [".line-note", ".remarks-panel summary", ".moves [aria-current]", "#typed-move"])
        await expect.poll(() => seenShare(page, part), `${told}: ${part}`).toBe(1);
    }
});

test("every step shows the move that is looked at, and the start is the top of the list", async ({ page }) => {
  await page.setViewportSize(LAPTOP);
  await beginWith(page, { opponent: "here", open: { pgn: LONG } });
  const top = (): Promise<number> => page.locator(".moves").evaluate((list) => list.scrollTop);
  await expect.poll(top).toBeGreaterThan(0);
  for (const [step, current] of [
    [texts.game.first, null],
    [texts.game.next, "e4"],
    [texts.game.last, "g6"],
    [texts.game.previous, "gxh3"],
    [texts.game.first, null],
  ] as const) {
    await page.getByRole("button", { name: step, exact: true }).click();
    await expect(page.locator(".moves [aria-current]")).toHaveText(current === null ? [] : [current]);
    if (current === null) await expect.poll(top).toBe(0);
    else await expect.poll(() => seenShare(page, ".moves [aria-current]"), step).toBe(1);
  }
});

test("whatever a player can do, and the last move, is seen beside the board or below it", async ({ page }) => {
  const act = await joined(page);
  await clickMove(page, "e2e4");
  await expectMoves(page, ["e4"]);
  await act("commands", { do: "move", move: "e7e5" });
  await expectMoves(page, ["e4", "e5"]);
  const buttons = [1, 2, 3].map((i) => `.actions button:nth-child(${i})`);
  const current = ".moves [aria-current]";
  for (const [print, width, height, parts] of [
    ["normal", 320, 640, buttons],
    ["normal", 390, 844, buttons],
    ["normal", 740, 360, [current, ...buttons]],
    ["normal", 844, 390, [current, ...buttons]],
    ["large", 390, 844, buttons],
    ["large", 740, 360, [current]],
    ["large", 844, 390, [current]],
    ["large", 1366, 650, [current, ...buttons]],
  ] as const) {
    await page.evaluate((print) => Object.assign(document.documentElement.dataset, { print }), print);
    await page.setViewportSize({ width, height });
    for (const part of parts) await expect.poll(() => seenShare(page, part), `${width} × ${height}, ${print}: ${part}`).toBe(1);
  }
});

test("on a phone on its side an analysis is seen, and the way through the moves", async ({ page }) => {
  const game = await beginWith(page, { opponent: "here", open: { pgn: `${LONG.slice(0, -1)}1-0` } });
  await page.goto(`/${game}#analysis`);
  await expect(page.locator(".engine-lines li").first()).toBeVisible();
  for (const [width, height] of [
    [740, 360],
    [844, 390],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const part of [".walk", ".moves [aria-current]", ".analysis-panel > header", ".engine-lines li"])
      await expect.poll(() => seenShare(page, part), `${width} × ${height}: ${part}`).toBe(1);
  }
});

/** Whether all lines and all buttons of the status panel are seen whole. */
async function expectWholePanel(page: Page, what: string): Promise<void> {
  const cut = await page.locator(".status-card").evaluate((panel) => {
    const frame = panel.getBoundingClientRect();
    const line = panel.querySelector(".status") as HTMLElement;
    const lines = line.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(line).lineHeight);
    const isCut = (element: Element): boolean => element.getBoundingClientRect().bottom > frame.bottom;
    const area = panel.querySelector(".status-area") as HTMLElement;
    return {
      partOfALine: Math.abs(lines - Math.round(lines)) > 0.02,
      below: area.scrollHeight > area.clientHeight + 1,
      buttons: [...panel.querySelectorAll("button")].filter(isCut).length,
    };
  });
  expect(cut, what).toEqual({ partOfALine: false, below: false, buttons: 0 });
}

test("the status panel shows whole lines and whole buttons, and tells the end once", async ({ page, browser }) => {
  await page.setViewportSize(LAPTOP);
  const other = await invite(page, browser, "10+5");
  await typeMove(page, "f3");
  await expectMoves(other, ["f3"]);
  await typeMove(other, "e5");
  await expectMoves(page, ["f3", "e5"]);
  for (const ask of [texts.game.offerDraw, texts.game.takeback]) {
    await other.getByRole("button", { name: ask }).click();
    await other.getByRole("dialog").getByRole("button", { name: ask }).click();
    await expect(page.getByRole("button", { name: texts.game.decline, exact: true })).toBeVisible();
    // What is asked is not said once more below the question.
    await expect(page.getByTestId("status")).toBeEmpty();
    for (const size of [LAPTOP, { width: 390, height: 844 }, { width: 740, height: 360 }]) {
      await page.setViewportSize(size);
      await expectWholePanel(page, `${ask} at ${size.width}`);
    }
    await page.setViewportSize(LAPTOP);
    await page.getByRole("button", { name: texts.game.decline, exact: true }).click();
    await expect(page.locator(".offer")).toHaveCount(0);
  }
  await typeMove(page, "g4");
  await expectMoves(other, ["f3", "e5", "g4"]);
  await typeMove(other, "Qh4#");
  const panel = page.locator(".status-panel");
  await expect(panel.locator(".result")).toHaveText("0-1");
  await expectWholePanel(page, "the end");
  const says = (await panel.innerText()).toLowerCase();
  expect(says.match(/checkmate/g)).toHaveLength(1);
  // Looking back is said once as well.
  await page.keyboard.press("ArrowLeft");
  await expect(panel.locator(".turn")).toHaveText(texts.game.lookingAt("2.", "g4"));
  expect((await panel.innerText()).match(/g4/g)).toHaveLength(1);
  await other.context().close();
});

test("zen leaves nothing behind but the board, the clocks and what is needed", async ({ page }) => {
  await page.setViewportSize(LAPTOP);
  await beginWith(page, { opponent: "here", open: { pgn: LONG }, clock: "5+3" });
  await page.keyboard.press("z");
  await expect(page.locator(".game.zen")).toBeVisible();
  const left = await page.evaluate(() => {
    const needed = ".board-frame, .clock, .status-panel, .leave-zen, .actions button, .visually-hidden, .messages";
    const isPainted = (element: Element): boolean => {
      const { width, height } = element.getBoundingClientRect();
      const style = getComputedStyle(element);
      const hasText = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
      const hasEdge = style.borderTopWidth !== "0px" && style.borderTopColor !== "rgba(0, 0, 0, 0)";
      return width > 1 && height > 1 && style.visibility === "visible" && (hasText || hasEdge || style.boxShadow !== "none");
    };
    const all = [...document.querySelectorAll("#app *")].filter((element) => !element.closest(needed) && isPainted(element));
    const panel = document.querySelector(".status-panel");
    return { all: all.map((element) => element.className), panel: panel !== null && isPainted(panel) };
  });
  expect(left).toEqual({ all: [], panel: false });
});

test("on the first page of a laptop one sees who waits and who plays, and the code of an invitation", async ({ page, browser, server }) => {
  await page.setViewportSize(LAPTOP);
  const waiting = await pageAt(browser, server.url);
  await beginWith(waiting, { opponent: "lobby", clock: "5+3" });
  const playing = await pageAt(browser, server.url);
  await beginWith(playing, { opponent: { computers: { white: 1, black: 1 } } });
  await page.goto("/");
  await expect(page.getByRole("button", { name: `${texts.home.join}:` }).first()).toBeVisible();
  await expect(page.getByRole("heading", { name: texts.home.watchable })).toBeVisible();
  for (const selector of ["#waiting ~ .game-links button", "#others", "#others ~ .game-links a"])
    expect(await seenShare(page, selector), selector).toBe(1);
  await waiting.getByRole("button", { name: texts.invite.cancel }).click();
  await waiting.context().close();
  await playing.context().close();

  await beginWith(page, { opponent: "link", clock: "5+3" });
  await expect(page.getByAltText(texts.invite.qr)).toBeVisible();
  for (const [width, height] of [
    [1366, 650],
    [1920, 1080],
    [1280, 720],
  ] as const) {
    await page.setViewportSize({ width, height });
    expect(await seenShare(page, ".qr"), `${width} × ${height}`).toBe(1);
  }
});

test("in large print against the computer the last move is seen without scrolling", async ({ browser, server }) => {
  const page = await pageAt(browser, server.url);
  await page.addInitScript(() => {
    const kept = { language: "de", print: "large", contrast: "high", isNameAsked: true };
    if (location.protocol === "http:") localStorage.setItem("tabiya.settings", JSON.stringify(kept));
  });
  await page.setViewportSize(LAPTOP);
  await beginWith(page, { opponent: { computer: 1 }, color: "white" });
  for (const [i, m] of ["e2e4", "a2a3", "h2h3"].entries()) {
    await clickMove(page, m);
    await expect(page.locator(".move")).toHaveCount(2 * i + 2);
  }
  await expect.poll(() => seenShare(page, ".moves [aria-current]")).toBe(1);
  await page.context().close();
});

test("in a small window two players at one board see whole buttons beside it", async ({ page }) => {
  await page.setViewportSize({ width: 900, height: 700 });
  await page.goto("/");
  for (const language of ["en", "de"]) {
    const kept = { language, contrast: "high", isNameAsked: true };
    await page.evaluate((kept) => localStorage.setItem("tabiya.settings", JSON.stringify(kept)), kept);
    await beginWith(page, { opponent: "here", open: { pgn: "1. e4 e5 2. Qh5 Nc6 3. Qxf7+ *" } });
    const parts = [".moves [aria-current]", ...[1, 2, 3, 4].map((i) => `.actions button:nth-child(${i})`)];
    for (const part of parts) await expect.poll(() => seenShare(page, part), `${part}, ${language}`).toBe(1);
  }
});

test("in German the field for moves has room for one, and the name of an opening is told whole where it is pressed", async ({ page }) => {
  await page.addInitScript(() => {
    const kept = { language: "de", isNameAsked: true };
    if (location.protocol === "http:") localStorage.setItem("tabiya.settings", JSON.stringify(kept));
  });
  await beginWith(page, { opponent: "here", open: { pgn: LONG.replace("3. Bc4", "3. Bc4 {A remark.}") } });
  const name = page.getByTestId("opening").getByRole("button");
  for (const [width, height] of [
    [900, 700],
    [320, 640],
  ] as const) {
    await page.setViewportSize({ width, height });
    const told = `${width} × ${height}`;
    await expect.poll(async () => (await page.locator("#typed-move").boundingBox())?.width, told).toBeGreaterThan(90);
    const isCut = (): Promise<boolean> => name.locator("> span").evaluate((span) => span.scrollHeight > span.clientHeight + 1);
    expect(await isCut(), told).toBe(true);
    await name.scrollIntoViewIfNeeded();
    const list = await page.locator(".moves").boundingBox();
    await name.click();
    expect(await isCut(), told).toBe(false);
    expect(await page.locator(".moves").boundingBox(), told).toEqual(list);
    await name.click();
    await expect(name).toHaveAttribute("aria-expanded", "false");
  }
});

/** Presses the middle of something as a hand does, which cannot scroll by a wish: all of it is seen. */
async function press(page: Page, button: Locator): Promise<void> {
  await expect(button).toBeEnabled();
  await expect(button).toBeInViewport({ ratio: 1 });
  const box = await button.boundingBox();
  await page.mouse.click((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2);
}

test("every button of a game is seen on phones and small windows, and the name of an opening, in German and in large print", async ({
  page,
}) => {
  for (const [print, width, height] of [
    ["normal", 320, 640],
    ["normal", 360, 740],
    ["normal", 740, 360],
    ["normal", 844, 390],
    ["normal", 932, 430],
    ["large", 320, 640],
    ["large", 360, 740],
    ["large", 390, 844],
    ["large", 1280, 800],
  ] as const) {
    const told = `${width} × ${height}, ${print}`;
    await page.setViewportSize({ width, height });
    await page.goto("/");
    await page.evaluate((kept) => localStorage.setItem("tabiya.settings", JSON.stringify(kept)), { language: "de", print });
    // A game for two at one device has more of them than any other.
    await beginWith(page, {
      opponent: print === "large" && width < 800 ? { computer: 1 } : "here",
      clock: "5+3",
      open: { pgn: "1. e4 Nh6 2. d4 g6 *" },
    });
    for (const button of await page.locator(".actions button").all()) await expect(button, told).toBeInViewport({ ratio: 1 });
  }
  await page.setViewportSize({ width: 740, height: 360 });
  await page.evaluate(() => Object.assign(document.documentElement.dataset, { print: "large" }));
  const name = page.locator(".opening > button > span");
  await expect(name).toContainText("Hippopotamus");
  expect(await name.evaluate((span) => span.scrollWidth - span.clientWidth)).toBe(0);
});

for (const [width, height] of [
  [320, 640],
  [390, 844],
  [740, 360],
  [844, 390],
  [932, 430],
] as const)
  test(`on a phone of ${width} × ${height} a draw is offered and a game resigned without scrolling`, async ({ page, browser, server }) => {
    const other = await invite(page, browser);
    for (const window of [page, other]) await window.setViewportSize({ width, height });
    const watcher = await pageAt(browser, server.url);
    await watcher.setViewportSize({ width, height });
    await watcher.goto(page.url());
    const inMenu = (window: Page, name: string): Locator => window.locator(`[data-menu="${name}"]`);
    const fromMenu = async (name: string): Promise<void> => {
      await press(page, page.getByRole("button", { name: texts.commands.menu }));
      await press(page, inMenu(page, name));
    };
    const answer = (name: string): Promise<void> => press(page, page.getByRole("dialog").getByRole("button", { name }));
    await clickMove(page, "e2e4");
    await expectMoves(other, ["e4"]);
    await clickMove(other, "e7e5");
    await expectMoves(page, ["e4", "e5"]);
    // Upright and not too short, the phone has them below the panel as well.
    if (height > 800) for (const button of await page.locator(".actions button").all()) await expect(button).toBeInViewport({ ratio: 1 });

    await fromMenu("offer-draw");
    await answer(texts.game.offerDraw);
    await press(other, other.locator(".offer").getByRole("button", { name: texts.game.decline, exact: true }));
    await expect(page.locator(".offer")).toHaveCount(0);
    await fromMenu("takeback");
    await answer(texts.game.takeback);
    await press(other, other.locator(".offer").getByRole("button", { name: texts.game.decline, exact: true }));
    await expect(page.locator(".offer")).toHaveCount(0);
    // Who only watches is offered nothing of it.
    await watcher.getByRole("button", { name: texts.commands.menu }).click();
    await expect(inMenu(watcher, "games")).toBeVisible();
    for (const name of ["offer-draw", "takeback", "abort", "resign"]) await expect(inMenu(watcher, name)).toHaveCount(0);

    await fromMenu("resign");
    const question = page.getByRole("dialog", { name: texts.dialogs.resignTitle });
    await expect(question.getByRole("button", { name: texts.dialogs.cancel })).toBeFocused();
    const yes = question.getByRole("button", { name: texts.game.resign });
    await yes.dispatchEvent("click", { detail: 2 });
    await expect(question).toBeVisible();
    expect(
      await page.evaluate(() => [scrollY, document.querySelector(".side-parts")?.scrollTop, document.querySelector("#menu")?.scrollTop]),
    ).toEqual([0, 0, 0]);
    await answer(texts.game.resign);
    await expect(page.locator(".result")).toHaveText("0-1");
    for (const one of [other, watcher]) await one.context().close();
  });
