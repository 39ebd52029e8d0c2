import { mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beginWith, clickMove, expect, pageAt, test } from "./support.ts";
import type { Page } from "./support.ts";

const FOLDER = process.env.SHEETS ?? join(tmpdir(), "tabiya-sheets");

const SIZES = [
  [320, 640],
  [390, 844],
  [740, 360],
  [844, 390],
  [1366, 650],
  [1920, 1080],
] as const;

const REMARKED =
  '[White "Anna"]\n[Black "Bert"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bc4! {[%cal Gc4f7,Gf3g5] [%csl Rf7] Aims at the weakest square.} ' +
  "Nf6 (3... Bc5 4. c3 (4. b4!? {Evans's gambit}) Nf6) 4. Ng5 d5 5. exd5 Nxd5?! 6. Nxf7! *";

const PAGES: Record<string, (page: Page) => Promise<unknown>> = {
  home: (page) => page.goto("/"),
  playing: async (page) => {
    await beginWith(page, { opponent: { computer: 1 }, clock: "5+3" });
    await clickMove(page, "e2e4");
    await expect(page.locator(".move")).toHaveCount(2);
  },
  "two-here": (page) => beginWith(page, { opponent: "here", clock: "5+3", open: { pgn: "1. e4 e5 2. Qh5 Nc6 3. Qxf7+ *" } }),
  finished: async (page) => {
    await beginWith(page, { opponent: { computer: 1 }, clock: "5+3" });
    await clickMove(page, "e2e4");
    await expect(page.locator(".move")).toHaveCount(2);
    await page.getByRole("button", { name: /resign|aufgeben/i }).click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: /resign|aufgeben/i })
      .click();
    await expect(page.locator(".result")).toBeVisible();
  },
  remarks: async (page) => {
    await beginWith(page, { opponent: "here", open: { pgn: REMARKED } });
    await page
      .locator(".moves")
      .getByRole("button", { name: /^(B|L)c4/ })
      .click();
    await page.locator(".remarks-panel summary").click();
  },
  analysis: async (page) => {
    const game = await beginWith(page, {
      opponent: "here",
      open: { pgn: "1. e4 e5 2. Nf3 Nc6 3. Bc4 Nd4 4. Nxe5 Qg5 5. Nxf7 Qxg2 6. Rf1 Qxe4+ 7. Be2 Nf3# 0-1" },
    });
    await page.goto(`/${game}#analysis`);
    await expect(page.locator(".accuracy")).toContainText("%", { timeout: 60_000 });
    await page.locator("td > .move").nth(8).click();
    await expect(page.locator(".line-move").first()).toBeVisible();
  },
  editor: async (page) => {
    await page.goto("/#setup");
    await expect(page.locator(".fine")).toBeAttached();
  },
  games: async (page) => {
    await page.goto("/#games");
    await expect(page.locator(".game-table tbody tr").first()).toBeVisible();
  },
  waiting: async (page) => {
    await beginWith(page, { opponent: "link", clock: "5+3" });
    await expect(page.locator(".qr")).toBeVisible();
  },
  invitation: async (page) => {
    const { request } = page.context();
    const origin = new URL((await request.get("/v1/")).url()).origin;
    const context = await page.context().browser()?.newContext({ baseURL: origin, extraHTTPHeaders: { origin } });
    if (!context) return;
    await context.request.post("/v1/session", { data: { name: "Maximiliane" } });
    const made = (await (await context.request.post("/v1/games", { data: { opponent: "link", clock: "5+3" } })).json()) as { game: string };
    const key = (await (await context.request.get(`/v1/games/${made.game}/invitation`)).json()) as { url: string };
    await page.goto(key.url);
    await expect(page.locator(".invited")).toBeVisible();
    await context.close();
  },
  settings: async (page) => {
    await beginWith(page, { opponent: "here" });
    await page.evaluate(() => document.querySelector<HTMLElement>('[data-command="settings"]')?.click());
    await expect(page.locator("dialog .settings")).toBeVisible();
  },
  host: async (page) => {
    await page.goto("/host");
    await expect(page.locator("h1, h2").first()).toBeVisible();
  },
  classics: async (page) => {
    await page.goto("/classics");
    await expect(page.locator(".classic-card").first()).toBeVisible();
  },
  classic: async (page) => {
    await page.goto("/classics/cuhk");
    await expect(page.locator(".screen")).not.toBeEmpty();
  },
  nowhere: (page) => page.goto("/no/such/page"),
  away: (page) => page.goto("/away.html"),
};

for (const language of ["en", "de"])
  for (const theme of ["light", "dark"])
    for (const print of ["normal", "large"])
      test(`${language}-${theme}-${print}`, async ({ browser, server }) => {
        test.setTimeout(600_000);
        const wanted = process.env.PAGES?.split(",");
        const page = await pageAt(browser, server.url);
        await page.addInitScript(
          (kept) => {
            if (location.protocol === "http:") localStorage.setItem("tabiya.settings", JSON.stringify(kept));
          },
          { language, theme, print, isNameAsked: true, isMuted: true, animates: false, name: "Anna" },
        );
        await page.emulateMedia({ colorScheme: theme as "light" | "dark" });
        const easel = await browser.newPage();
        mkdirSync(FOLDER, { recursive: true });
        for (const [name, open] of Object.entries(PAGES)) {
          if (wanted && !wanted.includes(name)) continue;
          await page.setViewportSize({ width: 1366, height: 650 });
          await open(page);
          const shots: string[] = [];
          for (const [width, height] of SIZES) {
            await page.setViewportSize({ width, height });
            await page.waitForTimeout(250);
            const png = (await page.screenshot()).toString("base64");
            shots.push(`<img width="${Math.min(width, 960)}" src="data:image/png;base64,${png}">`);
          }
          await easel.setViewportSize({ width: 1800, height: 900 });
          await easel.setContent(
            `<body style="margin:8px;background:#888;display:flex;flex-wrap:wrap;align-items:start;gap:8px">${shots.join("")}`,
          );
          await easel.screenshot({ path: join(FOLDER, `${name}-${language}-${theme}-${print}.png`), fullPage: true });
        }
        await page.context().close();
        await easel.close();
      });
