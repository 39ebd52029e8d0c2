import type { Browser } from "@playwright/test";
import { at, beginWith, clickMove, expect, joined, pageAt, test, texts } from "./support.ts";
import type { Page } from "./support.ts";

const SIZES = [
  [320, 640],
  [390, 844],
  [740, 360],
  [844, 390],
  [932, 430],
  [1366, 650],
  [1920, 1080],
] as const;

/** Long names, an opening with a long name, and nearly everything taken. */
const MUCH = `[White "Alexandra Konstantinopolskaya-Featherstone"]
[Black "Wolfgang Amadeus Unzicker-Schwarzenberger"]

1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. c3 Nf6 5. d4 exd4 6. cxd4 Bb4+ 7. Nc3 Nxe4 8. O-O Bxc3 9. d5 Bf6 10. Re1 Ne7 11. Rxe4 d6
12. Bg5 Bxg5 13. Nxg5 h6 14. Qe2 hxg5 15. Re1 Be6 16. dxe6 f6 17. Re3 c6 18. Rh3 Rxh3 19. gxh3 g6 20. Qf3 f5 21. Qxf5 gxf5
22. Rd1 Qa5 23. Rxd6 Qxa2 24. Bxa2 b5 25. Rxc6 Nxc6 26. e7 Kxe7 *`;

const REMARKED = `{${"A remark that is told at length, and goes on. ".repeat(6)}} 1. e4 e5 2. Nf3 Nc6 3. Bc4 Nf6
(3... Bc5 4. c3 (4. b4!? {Evans's gambit} Bxb4 5. c3 Ba5) Nf6 5. d4 exd4 6. cxd4 Bb4+) 4. Ng5 d5 *`;

/** What an eye sees at once: what lies over something else or out of the window, what is cut, and what can hardly be told apart. */
function faults(): string[] {
  const found: string[] = [];
  const nameOf = (element: Element): string =>
    `${element.tagName.toLowerCase()}.${element.className} “${(element.getAttribute("aria-label") ?? element.textContent ?? "").trim().slice(0, 30)}”`;
  const page = document.documentElement;
  if (page.scrollWidth > innerWidth) found.push(`the page is wider than the window by ${page.scrollWidth - innerWidth}`);
  const isOneColumn = innerWidth <= 860 && !(innerWidth > innerHeight && innerHeight <= 520);
  const hasBoard = document.querySelector(".game:not(.setup)") !== null;
  if (hasBoard && !isOneColumn && page.scrollHeight > innerHeight) found.push(`the page scrolls by ${page.scrollHeight - innerHeight}`);
  /** What is seen of an element through all that scrolls. */
  const seenOf = (element: Element): DOMRect | null => {
    if (!element.checkVisibility()) return null;
    let { left, top, right, bottom } = element.getBoundingClientRect();
    for (let at: Element | null = element; at; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (style.visibility !== "visible" || style.clipPath !== "none") return null;
      if (at === element || style.overflowY === "visible") continue;
      const frame = at.getBoundingClientRect();
      [left, right] = [Math.max(left, frame.left), Math.min(right, frame.right)];
      [top, bottom] = [Math.max(top, frame.top), Math.min(bottom, frame.bottom)];
    }
    return right - left > 1 && bottom - top > 1 ? new DOMRect(left, top, right - left, bottom - top) : null;
  };
  // What lies behind a dialog is not used.
  const top = document.querySelector("dialog[open]") ?? document;
  const seen = (selector: string): { element: Element; box: DOMRect }[] =>
    [...top.querySelectorAll(selector)].flatMap((element) => {
      const box = element.closest(".text-board") ? null : seenOf(element);
      return box ? [{ element, box }] : [];
    });
  const eachPair = (all: { element: Element; box: DOMRect }[], tell: (gap: number, names: string) => string | null): void => {
    for (const [i, a] of all.entries())
      for (const b of all.slice(i + 1)) {
        if (a.element.contains(b.element) || b.element.contains(a.element)) continue;
        const gap = Math.max(
          Math.max(a.box.left, b.box.left) - Math.min(a.box.right, b.box.right),
          Math.max(a.box.top, b.box.top) - Math.min(a.box.bottom, b.box.bottom),
        );
        const says = tell(gap, `${nameOf(a.element)} and ${nameOf(b.element)}`);
        if (says) found.push(says);
      }
  };
  const isFramed = (element: Element): boolean => {
    const { borderTopWidth, borderTopColor } = getComputedStyle(element);
    return borderTopWidth !== "0px" && borderTopColor !== "rgba(0, 0, 0, 0)";
  };
  eachPair(
    seen("button, select, input:not([type=radio], [type=checkbox]), textarea, .chip > span").filter(({ element }) => isFramed(element)),
    (gap, names) => (gap < 3.5 ? `can hardly be told apart: ${names}` : null),
  );
  eachPair(
    // What sticks to the top while the rest is scrolled is meant to lie over that.
    seen(
      ".player, .status-panel, .moves-panel, .board-frame, .actions, .typed, .played, .remarks-panel, .log, .top, .home .panel, .card",
    ).filter(({ element }) => getComputedStyle(element).position !== "sticky" || !element.closest(".side-parts")?.scrollTop),
    (gap, names) => (gap < -1 ? `over each other: ${names}` : null),
  );
  for (const { element } of seen(
    ".dialog-body, .status-panel, .headline, .actions, .classic-program, .classic-table, .player, .analysis-panel, .whole-game, .graph-room",
  ))
    if (element.scrollWidth > element.clientWidth + 1) found.push(`wider than its place: ${nameOf(element)}`);
  const [panel, list] = [".moves-panel", ".moves"].map((name) => document.querySelector(name)?.getBoundingClientRect());
  if (panel && list && list.bottom > panel.bottom + 1) found.push(`the moves leave their panel by ${list.bottom - panel.bottom}`);
  const isAtTop = !document.querySelector(".side-parts")?.scrollTop;
  for (const button of top.querySelectorAll(".status-panel button"))
    if (isAtTop && button.checkVisibility() && !seenOf(button)) found.push(`pushed out of the panel: ${nameOf(button)}`);
  for (const { element, box } of seen(".status-panel button, .offline"))
    if (element.getBoundingClientRect().height > box.height + 1) found.push(`seen in part: ${nameOf(element)}`);
  const [frame, board] = [".board-frame", "cg-board"].map((name) => document.querySelector(name)?.getBoundingClientRect());
  if (frame && board && Math.abs(frame.width - board.width) + Math.abs(frame.height - board.height) > 0.1)
    found.push(`the frame has ${frame.width} × ${frame.height}, the board ${board.width} × ${board.height}`);
  if (board && board.height > innerHeight) found.push(`the board is higher than the window by ${board.height - innerHeight}`);
  for (const { element, box } of seen("button, .chip, summary, label, h1, h2, p, strong, td, th")) {
    // Names of people may be of any length, and what is said is in the messages.
    if (element.matches(".player-name *, .game-links *, .status, .opening")) continue;
    if (element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0) found.push(`cut: ${nameOf(element)}`);
    if (box.left < -0.5 || box.right > innerWidth + 0.5) found.push(`beside the window: ${nameOf(element)}`);
  }
  return found;
}

const PAGES: Record<string, (page: Page) => Promise<unknown>> = {
  "the first page": async (page) => {
    await page.goto("/");
    await expect(page.locator(".card").first()).toBeVisible();
  },
  "a game with much in it": (page) => beginWith(page, { opponent: "here", open: { pgn: MUCH }, clock: "5+3" }),
  "a game with remarks": async (page) => {
    await beginWith(page, { opponent: "here", open: { pgn: REMARKED } });
    await page.locator(".variation .move").nth(3).click();
    await page.locator(".remarks-panel summary").click();
  },
  "an invitation": async (page) => {
    await beginWith(page, { opponent: "link", clock: "5+3" });
    await expect(page.locator(".qr")).toBeVisible();
  },
  "two computers": (page) => beginWith(page, { opponent: { computers: { white: 1, black: 1 } }, rules: { name: "cuhk" } }),
  "the editor": async (page) => {
    await page.goto("/#setup");
    await expect(page.locator(".fine")).toBeVisible();
  },
  "a check": (page) => beginWith(page, { opponent: "here", open: { pgn: "1. e4 e5 2. Qh5 Nc6 3. Qxf7+ *" } }),
  "the end": (page) => beginWith(page, { opponent: "here", open: { pgn: "1. f3 e5 2. g4 Qh4# 0-1" } }),
  "an analysis": async (page) => {
    await beginWith(page, { opponent: "here", open: { pgn: "1. f3 e5 2. g4 Qh4# 0-1" } });
    await page.evaluate(() => Object.assign(location, { hash: "analysis" }));
    // Both sides' figures, and no bar of progress any more.
    await expect(page.locator(".accuracy")).toContainText(/%.*%/s, { timeout: 100_000 });
    await expect(page.locator(".graph-progress")).toHaveCount(0, { timeout: 100_000 });
  },
  "a look back": async (page) => {
    await beginWith(page, { opponent: "here", open: { pgn: MUCH.replace("*", "1-0") } });
    await page.keyboard.press("ArrowLeft");
    await expect(page.locator(".present")).toBeVisible();
  },
  "a game against the computer": (page) => beginWith(page, { opponent: { computer: 1 }, clock: "5+3" }),
  "the keys": async (page) => {
    await beginWith(page, { opponent: "here" });
    await page.keyboard.press("?");
    await expect(page.locator("dialog .keys")).toBeVisible();
  },
  "the settings": async (page) => {
    await beginWith(page, { opponent: "here" });
    await page.evaluate(() => document.querySelector<HTMLElement>('[data-command="settings"]')?.click());
    await expect(page.locator("dialog .settings")).toBeVisible();
  },
  "the classics": async (page) => {
    await page.goto("/classics");
    await expect(page.locator(".classic-card").first()).toBeVisible();
  },
  "a classic program": async (page) => {
    await page.goto("/classics/cuhk");
    await expect(page.locator("cg-board")).toBeVisible();
    await expect(page.locator(".screen")).not.toBeEmpty();
  },
  "the games": async (page) => {
    await beginWith(page, { opponent: "here", open: { pgn: MUCH } });
    await page.goto("/#games");
    await expect(page.locator(".game-table tbody tr").first()).toBeVisible();
  },
};

/** A page of somebody who speaks a language. */
async function pageIn(language: string, browser: Browser, url: string): Promise<Page> {
  const page = await pageAt(browser, url);
  await page.addInitScript(
    (kept) => {
      if (location.protocol === "http:") localStorage.setItem("tabiya.settings", JSON.stringify(kept));
    },
    { language, isNameAsked: true },
  );
  return page;
}

/** Looks at what a page shows at every size, in normal and in large print. */
async function expectNoFaults(page: Page, what: string): Promise<void> {
  for (const print of ["large", "normal"]) {
    await page.evaluate((print) => Object.assign(document.documentElement.dataset, { print }), print);
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      await expect.poll(() => page.evaluate(faults), `${what}, ${width} × ${height}, ${print} print`).toEqual([]);
    }
  }
}

for (const language of ["en", "de"])
  for (const part of [0, 1, 2, 3])
    test(`at no size anything is cut, pushed out or laid over something else (${language}, part ${part + 1})`, async ({
      browser,
      server,
    }) => {
      test.setTimeout(150_000);
      const page = await pageIn(language, browser, server.url);
      for (const [name, open] of Object.entries(PAGES).filter((_, i) => i % 4 === part)) {
        await page.setViewportSize({ width: 1366, height: 650 });
        await open(page);
        await expectNoFaults(page, name);
      }
      await page.context().close();
    });

/** What one of two players may see that the other has asked, or that they wait for. */
const QUESTIONS: Record<string, (page: Page) => Promise<void>> = {
  "a draw is offered": async (page) => {
    const act = await joined(page);
    await act("commands", { do: "offer_draw" });
  },
  "a takeback is asked for": async (page) => {
    const act = await joined(page);
    await clickMove(page, "e2e4");
    await expect(page.locator(".move")).toHaveCount(1);
    await act("commands", { do: "move", move: "e7e5" });
    await act("commands", { do: "ask_takeback" });
  },
  "a rematch is asked for": async (page) => {
    const act = await joined(page);
    await act("commands", { do: "abort" });
    await act("rematch");
  },
  "a rematch is waited for": async (page) => {
    const act = await joined(page);
    await act("commands", { do: "abort" });
    await page.locator(".status-panel .primary").click();
  },
};

for (const language of ["en", "de"])
  test(`what players ask each other is seen whole at every size (${language})`, async ({ browser, server }) => {
    test.setTimeout(120_000);
    const page = await pageIn(language, browser, server.url);
    for (const [name, ask] of Object.entries(QUESTIONS)) {
      await page.setViewportSize({ width: 1366, height: 650 });
      await ask(page);
      await expect(page.locator(".status-area .offer")).toBeVisible();
      await expectNoFaults(page, name);
    }
    await page.context().close();
  });

/** In how many rows the tools stand. */
async function toolRows(page: Page): Promise<number> {
  const tops = await page
    .locator(".tool:visible")
    .evaluateAll((tools) => tools.map((tool) => Math.round(tool.getBoundingClientRect().top)));
  return new Set(tops).size;
}

for (const language of ["en", "de"])
  test(`a phone has its tools in one row (${language})`, async ({ browser, server }) => {
    const page = await pageAt(browser, server.url);
    await page.goto("/");
    for (const print of ["normal", "large"]) {
      await page.evaluate((kept) => localStorage.setItem("tabiya.settings", JSON.stringify(kept)), { language, print });
      await beginWith(page, { opponent: "here" });
      await clickMove(page, "e2e4");
      await expect(page.locator(".move")).toHaveCount(1);
      for (const [width, height] of [
        [320, 640],
        [360, 740],
        [390, 844],
      ] as const) {
        await page.setViewportSize({ width, height });
        await expect.poll(() => toolRows(page), `${width} × ${height}, ${print} print`).toBe(1);
      }
    }
    await page.context().close();
  });

test("on a laptop the tools have their words, also in German", async ({ browser, server }) => {
  const page = await pageAt(browser, server.url);
  await page.goto("/");
  for (const language of ["en", "de"]) {
    await page.evaluate((kept) => localStorage.setItem("tabiya.settings", JSON.stringify(kept)), { language });
    await beginWith(page, { opponent: "here" });
    for (const width of [1210, 1280, 1366, 1440]) {
      await page.setViewportSize({ width, height: 650 });
      for (const tool of ["new", "open", "save", "undo", "redo", "flip", "quit"])
        await expect(page.locator(`[data-command="${tool}"] .tool-label`), `${tool} at ${width}, ${language}`).toBeVisible();
      expect(await toolRows(page), `${width}, ${language}`).toBe(1);
    }
  }
  await page.context().close();
});

/** A game on a phone that shows the buttons only to those who scroll for them: a small one, in large print. */
async function joinedOnItsSide(page: Page): ReturnType<typeof joined> {
  await page.setViewportSize({ width: 740, height: 360 });
  const act = await joined(page);
  await page.evaluate(() => Object.assign(document.documentElement.dataset, { print: "large" }));
  return act;
}

test("whoever has scrolled for a button on a phone on its side sees how the game ended", async ({ page }) => {
  const act = await joinedOnItsSide(page);
  const button = page.getByRole("button", { name: texts.game.abort });
  await button.scrollIntoViewIfNeeded();
  await expect(page.locator(".turn")).not.toBeInViewport({ ratio: 0.5 });
  await act("commands", { do: "abort" });
  await expect(page.locator(".result")).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole("button", { name: texts.game.rematch })).toBeInViewport({ ratio: 1 });
});

test("whoever has scrolled for a button on a phone on its side sees what the other asks", async ({ page }) => {
  const act = await joinedOnItsSide(page);
  await clickMove(page, "e2e4");
  await act("commands", { do: "move", move: "e7e5" });
  await expect(page.locator(".move")).toHaveCount(2);
  const answer = page.getByRole("button", { name: texts.game.accept });
  for (const ask of ["offer_draw", "ask_takeback"]) {
    await page.getByRole("button", { name: texts.game.resign }).scrollIntoViewIfNeeded();
    await expect(page.locator(".turn")).not.toBeInViewport({ ratio: 0.5 });
    await act("commands", { do: ask });
    await expect(answer).toBeInViewport({ ratio: 1 });
    await page.getByRole("button", { name: texts.game.decline, exact: true }).click();
    await expect(answer).toHaveCount(0);
  }
});

const LETTERS_ALONE = "coords coord { color: #f0f !important; text-shadow: none !important }";
const MEN_HIDDEN = "cg-board piece { visibility: hidden !important }";

/** Other styles for a test; the page itself allows only its own sheets. */
async function style(page: Page, css: string): Promise<void> {
  await page.evaluate((css) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets = [sheet];
  }, css);
}

/** How many points of the letters and digits at the edge lie under men, as the eye sees the board. */
async function coveredPoints(page: Page): Promise<number> {
  const board = page.locator(".board-frame");
  const shot = async (): Promise<string> => {
    const box = (await board.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const rim = 30;
    const [x, y] = [Math.max(0, box.x - rim), Math.max(0, box.y - rim)];
    const clip = { x, y, width: box.x + box.width - x, height: box.y + box.height + rim - y };
    return (await page.screenshot({ clip })).toString("base64");
  };
  const seen = await shot();
  await style(page, LETTERS_ALONE + MEN_HIDDEN);
  const alone = await shot();
  await style(page, LETTERS_ALONE);
  return page.evaluate(
    async (pictures) => {
      const [seen, alone] = await Promise.all(
        pictures.map(async (png) => {
          const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0));
          const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
          const canvas = new OffscreenCanvas(image.width, image.height);
          const pen = canvas.getContext("2d") as OffscreenCanvasRenderingContext2D;
          pen.drawImage(image, 0, 0);
          return pen.getImageData(0, 0, image.width, image.height).data;
        }),
      );
      const isOfLetter = (data: Uint8ClampedArray, i: number): boolean =>
        (data[i] ?? 0) > 200 && (data[i + 1] ?? 0) < 110 && (data[i + 2] ?? 0) > 190;
      if (!seen || !alone) return -1;
      let [letters, covered] = [0, 0];
      for (let i = 0; i < alone.length; i += 4) {
        if (!isOfLetter(alone, i)) continue;
        letters += 1;
        if (!isOfLetter(seen, i)) covered += 1;
      }
      return letters === 0 ? -1 : covered;
    },
    [seen, alone],
  );
}

/** How much of a square is marked, as the eye sees it: how far its colours are from those without any mark, on average. */
async function markOf(page: Page, name: string): Promise<number> {
  const { x, y } = await at(page, name);
  const side = ((await page.locator("cg-board").boundingBox())?.width ?? 0) / 8;
  const clip = { x: x - side / 2, y: y - side / 2, width: side, height: side };
  await style(page, "");
  const marked = (await page.screenshot({ clip })).toString("base64");
  await style(page, "cg-board square { visibility: hidden !important }");
  const plain = (await page.screenshot({ clip })).toString("base64");
  return page.evaluate(
    async (pictures) => {
      const [marked, plain] = await Promise.all(
        pictures.map(async (png) => {
          const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0));
          const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
          const pen = new OffscreenCanvas(image.width, image.height).getContext("2d") as OffscreenCanvasRenderingContext2D;
          pen.drawImage(image, 0, 0);
          return pen.getImageData(0, 0, image.width, image.height).data;
        }),
      );
      if (!marked || !plain) return 0;
      return marked.reduce((sum, value, i) => sum + Math.abs(value - (plain[i] ?? 0)), 0) / marked.length;
    },
    [marked, plain],
  );
}

for (const pieces of ["cburnett", "staunton", "shapes", "letters"])
  test(`in high contrast a check is as strong as the last move (${pieces})`, async ({ page }) => {
    await page.goto("/");
    for (const board of ["print", "wood"]) {
      const kept = { pieces, board, contrast: "high", animates: false };
      await page.evaluate((kept) => localStorage.setItem("tabiya.settings", JSON.stringify(kept)), kept);
      await beginWith(page, { opponent: "here", open: { pgn: "1. e4 e5 2. Qh5 Nc6 3. Qxf7+ *" } });
      await expect(page.locator("cg-board square.check")).toHaveCount(1);
      for (const [width, height] of [
        [320, 640],
        [1366, 650],
      ] as const) {
        await page.setViewportSize({ width, height });
        const [check, last] = [await markOf(page, "e8"), Math.max(await markOf(page, "f7"), await markOf(page, "h5"))];
        expect(last, `the last move on ${board}, ${width} × ${height}`).toBeGreaterThan(5);
        expect(check, `the check on ${board}, ${width} × ${height}`).toBeGreaterThan(last);
      }
    }
  });

for (const pieces of ["cburnett", "staunton", "shapes", "letters"]) {
  test(`no letter and no digit at the edge lies under a man (${pieces})`, async ({ browser, server }) => {
    const page = await pageAt(browser, server.url);
    await page.goto("/");
    await page.evaluate((kept) => localStorage.setItem("tabiya.settings", JSON.stringify(kept)), { pieces, animates: false });
    await beginWith(page, { opponent: "here" });
    await style(page, LETTERS_ALONE);
    for (const print of ["normal", "large"]) {
      await page.evaluate((print) => Object.assign(document.documentElement.dataset, { print }), print);
      const covered: Record<string, number> = {};
      for (const [width, height] of SIZES) {
        await page.setViewportSize({ width, height });
        for (const from of ["white", "black"]) {
          await expect(page.locator(`.board-ground.orientation-${from}`)).toBeVisible();
          covered[`${width} × ${height} from ${from}`] = await coveredPoints(page);
          await page.keyboard.press("f");
        }
      }
      const none = Object.fromEntries(Object.keys(covered).map((where) => [where, 0]));
      expect(covered, `${print} print`).toEqual(none);
    }
    await page.context().close();
  });
}

/** Whether all of an element lies in the window. */
function isInWindow(element: Element): boolean {
  const { top, bottom, height } = element.getBoundingClientRect();
  return height > 0 && top >= 0 && bottom <= innerHeight;
}

test("whatever keeps a game from beginning is told where one looks, and what is missing is ready to be filled in", async ({ page }) => {
  for (const [width, height] of SIZES) {
    const told = `${width} × ${height}`;
    await page.setViewportSize({ width, height });
    await page.goto("/");
    const trouble = page.locator(".start").getByRole("alert");
    const expectSeen = async (says: string): Promise<void> => {
      await expect(trouble, told).toHaveText(says);
      await expect.poll(() => trouble.evaluate(isInWindow), `${told}: ${says}`).toBe(true);
    };
    const last = page.getByRole("button", { name: texts.home.lobby });
    const expectAskedFor = async (field: string): Promise<void> => {
      const asked = page.locator(".start input").and(page.getByLabel(field));
      await expect(asked, told).toBeFocused();
      await expect(asked).toHaveAttribute("aria-invalid", "true");
      await expect.poll(() => asked.evaluate(isInWindow), `${told}: ${field}`).toBe(true);
    };
    await page.getByRole("combobox", { name: texts.home.clock }).selectOption("own");
    await page.getByLabel(texts.home.ownClockLabel).fill("");
    await last.click();
    await expectSeen(texts.home.noOwnClock);
    await expectAskedFor(texts.home.ownClockLabel);
    await page.getByLabel(texts.home.ownClockLabel).fill("5+3");
    await expect(trouble).toHaveCount(0);
    await page.getByRole("combobox", { name: texts.home.rules, exact: true }).selectOption("own");
    await last.click();
    await expectSeen(texts.home.noRuleFile);
    await expectAskedFor(texts.home.ownRulesFile);
    await page.getByRole("combobox", { name: texts.home.rules, exact: true }).selectOption("fide");
    await page.route("**/v1/games", (route) => route.fulfill({ status: 500, body: "" }));
    await page.getByRole("button", { name: texts.home.here }).click();
    await expectSeen(texts.net.failed(500));
    await page.unroute("**/v1/games");
  }
});

test("looking back at a game from a file moves no button", async ({ page }) => {
  test.setTimeout(150_000);
  for (const language of ["en", "de"]) {
    await page.goto("/");
    await page.evaluate((kept) => localStorage.setItem("tabiya.settings", JSON.stringify(kept)), { language });
    await beginWith(page, { opponent: "here", open: { pgn: MUCH.replace("*", "1-0") } });
    for (const print of ["normal", "large"]) {
      await page.evaluate((print) => Object.assign(document.documentElement.dataset, { print }), print);
      const lie = (): Promise<object[]> =>
        page.evaluate(() =>
          [...document.querySelectorAll(".status-area button, .walk button, .messages-toggle")].map((button) => {
            const { x, y, width, height } = button.getBoundingClientRect();
            return { x, y, width, height };
          }),
        );
      for (const [width, height] of SIZES) {
        await page.setViewportSize({ width, height });
        await page.keyboard.press("End");
        await expect(page.locator(".present")).toHaveCount(0);
        const before = await lie();
        await page.keyboard.press("ArrowLeft");
        await expect(page.locator(".present")).toBeVisible();
        expect(await lie(), `${width} × ${height}, ${language}, ${print}`).toEqual(before);
      }
    }
  }
});

test("that the connection is lost is read whole at every size", async ({ browser, server }) => {
  const faultsOf = async (page: Page): Promise<string[]> =>
    page.locator(".status-card").evaluate((card) => {
      const frame = card.getBoundingClientRect();
      const told = [...card.querySelectorAll<HTMLElement>(".offline, .status")].filter((line) => line.textContent);
      const isCut = (line: HTMLElement): boolean =>
        line.getBoundingClientRect().bottom > frame.bottom || line.scrollHeight > line.clientHeight + 1;
      return told.filter(isCut).map((line) => line.textContent ?? "");
    });
  for (const language of ["en", "de"]) {
    const page = await pageAt(browser, server.url);
    await page.goto("/");
    await page.evaluate((kept) => localStorage.setItem("tabiya.settings", JSON.stringify(kept)), { language, print: "large" });
    await beginWith(page, { opponent: "here", clock: "5+3" });
    await page.context().setOffline(true);
    await expect(page.locator(".offline")).toBeVisible({ timeout: 30_000 });
    for (const print of ["large", "normal"]) {
      await page.evaluate((print) => Object.assign(document.documentElement.dataset, { print }), print);
      for (const [width, height] of SIZES) {
        await page.setViewportSize({ width, height });
        await expect.poll(() => faultsOf(page), `${width} × ${height}, ${language}, ${print}`).toEqual([]);
      }
    }
    await page.context().close();
  }
});

test("a phone on its side shows whole moves, and the editor's board has its height", async ({ page }) => {
  for (const [width, height] of [
    [740, 360],
    [844, 390],
    [932, 430],
  ] as const) {
    const told = `${width} × ${height}`;
    await page.setViewportSize({ width, height });
    await beginWith(page, { opponent: "here", open: { pgn: MUCH } });
    const wholeMoves = (): Promise<number> =>
      page.locator(".moves").evaluate((list) => {
        const frame = list.getBoundingClientRect();
        const side = (list.closest(".side-parts") as Element).getBoundingClientRect();
        const bottom = Math.min(frame.bottom, side.bottom);
        const rows = [...list.querySelectorAll("tr")].map((row) => row.getBoundingClientRect());
        // Between the words of two rows there are some points of nothing.
        const blank = 4;
        const isHalf = (row: DOMRect): boolean =>
          (row.top < frame.top - blank && row.bottom > frame.top + blank) || (row.top < bottom - blank && row.bottom > bottom + blank);
        return rows.some(isHalf) ? 0 : rows.filter((row) => row.top >= frame.top - blank && row.bottom <= bottom + blank).length;
      });
    await expect.poll(wholeMoves, told).toBeGreaterThanOrEqual(2);
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    await expect.poll(wholeMoves, told).toBeGreaterThanOrEqual(2);
    await page.evaluate(() => Object.assign(document.documentElement.dataset, { print: "large" }));
    await expect.poll(wholeMoves, `${told}, large print`).toBeGreaterThanOrEqual(1);
    await page.goto("/#setup");
    await expect(page.locator(".fine")).toBeAttached();
    const board = await page.locator("cg-board").boundingBox();
    expect(board?.height, told).toBeGreaterThan(height - 24);
    expect((board?.y ?? 0) + (board?.height ?? 0), told).toBeLessThanOrEqual(height);
  }
});

test("what the host says and has switched is seen in a game, line by line", async ({ page }) => {
  await page.route("**/v1/", async (route) => {
    const answer = await route.fetch();
    const welcome = (await answer.json()) as { host: object };
    const host = { ...welcome.host, clocks_paused: true, announcement: "Round two begins at nine.\nPlease be quiet." };
    await route.fulfill({ response: answer, json: { ...welcome, host } });
  });
  await beginWith(page, { opponent: "here", clock: "5+3" });
  const notice = page.locator(".host-notice span");
  await expect(notice).toHaveText(`${texts.host.clocks_paused} ${texts.host.announcement}: Round two begins at nine. Please be quiet.`);
  for (const [width, height] of [
    [900, 800],
    [1366, 650],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    const lines = await notice.evaluate((span) => ({
      isCut: span.scrollHeight > span.clientHeight + 1,
      said: (span as HTMLElement).innerText.split("\n").length,
    }));
    expect(lines, `${width} × ${height}`).toEqual({ isCut: false, said: 3 });
  }
});
