import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beginWith, click, clickMove, drag, expect, test, texts, tryOut, typeMove } from "./support.ts";
import type { Page } from "./support.ts";

const PUBLIC = join(import.meta.dirname, "../public");
const FOLDER = process.env.SHOTS ?? join(import.meta.dirname, "../../docs/pictures");
const ITALIAN = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. c3 Nf6 5. d4 exd4 6. cxd4 Bb4+ 7. Nc3 Nxe4 8. O-O Bxc3 9. d5 *";
const LOST = '[White "Anna"]\n[Black "Bert"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bc4 Nd4 4. Nxe5 Qg5 5. Nxf7 Qxg2 6. Rf1 Qxe4+ 7. Be2 Nf3# 0-1';
const REMARKED =
  '[White "Anna"]\n[Black "Bert"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bc4! {[%cal Gc4f7,Gf3g5] [%csl Rf7] Aims at the weakest square.} ' +
  "Nf6 (3... Bc5 4. c3 (4. b4!? {Evans's gambit}) Nf6) 4. Ng5 d5 5. exd5 Nxd5?! 6. Nxf7! *";

async function look(page: Page, settings: object = {}): Promise<void> {
  await page.goto("/");
  await page.evaluate((kept) => localStorage.setItem("tabiya.settings", JSON.stringify(kept)), {
    animates: false,
    isMuted: true,
    name: "Anna",
    ...settings,
  });
  await page.reload();
}

async function shoot(page: Page, name: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  await page.waitForTimeout(400);
  const picture = (await page.screenshot()).toString("base64");
  // The browser writes WebP itself, at a third of the size.
  const small = await page.evaluate(async (png) => {
    const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const canvas = new OffscreenCanvas(image.width, image.height);
    canvas.getContext("2d")?.drawImage(image, 0, 0);
    const packed = new Uint8Array(await (await canvas.convertToBlob({ type: "image/webp", quality: 0.88 })).arrayBuffer());
    return btoa(Array.from(packed, (byte) => String.fromCharCode(byte)).join(""));
  }, picture);
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, `${name}.webp`), Buffer.from(small, "base64"));
}

/** Games of several kinds, as a club has them. */
async function storeGames(page: Page): Promise<void> {
  const played: [rules: string, pgn: string][] = [
    ["fide", '[White "Vera"]\n[Black "Sonja"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0'],
    ["byu", "1. f3 e5 2. g4 Qh4# 0-1"],
    ["waterloo", "1. e4 e5 2. Nf3 d6 3. Bc4 Bg4 4. Nc3 g6 5. Nxe5 Bxd1 6. Bxf7+ Ke7 7. Nd5# 1-0"],
    ["hong", "1. e3 e6 2. Bd3 Bd6 *"],
    ["fide", "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 1/2-1/2"],
  ];
  for (const [rules, pgn] of played) await beginWith(page, { opponent: "here", rules: { name: rules }, open: { pgn } });
}

test("pictures", async ({ page, browser, server }) => {
  test.setTimeout(180_000);
  await look(page, { theme: "light" });
  await beginWith(page, { opponent: { computer: 2 } });
  await typeMove(page, "e4");
  await expect(page.locator(".move")).toHaveCount(2);
  await page.goto("/");
  await expect(page.locator(".game-links a").first()).toBeVisible();
  await shoot(page, "home");

  await beginWith(page, { opponent: "here", open: { pgn: ITALIAN } });
  await shoot(page, "game-light");
  await page.keyboard.press("t");
  await expect(page.locator(".threats")).toBeVisible();
  await shoot(page, "threats");

  await beginWith(page, { opponent: "here", position: "4r2k/8/8/8/8/2n5/4B3/4K3 w - - 0 1" });
  await drag(page, "e2", "d3");
  await expect(page.locator("cg-board square.mark-attacker:visible")).toHaveCount(1);
  await shoot(page, "reason");

  await beginWith(page, { opponent: "here", position: "r3k2r/pPp2ppp/2n1b3/3q4/8/2N1B3/P1P2PPP/R2QK2R w KQkq - 0 14" });
  await clickMove(page, "b7a8");
  await expect(page.getByRole("dialog", { name: texts.game.promote })).toBeVisible();
  await shoot(page, "promotion");

  const lost = await beginWith(page, { opponent: "here", open: { pgn: LOST } });
  await page.goto(`/${lost}#analysis`);
  await expect(page.locator(".accuracy")).toContainText("%", { timeout: 60_000 });
  await page.locator("td > .move").nth(8).click();
  await expect(page.locator(".line-move").nth(12)).toBeVisible();
  await shoot(page, "analysis");

  await beginWith(page, { opponent: "here", open: { pgn: REMARKED } });
  await page.locator(".moves").getByRole("button", { name: /^Bc4/ }).click();
  await expect(page.locator("svg.cg-shapes line").first()).toBeVisible();
  await shoot(page, "remarks");

  await page.goto("/#setup");
  await expect(page.getByText(texts.setup.noFaults)).toBeVisible();
  await page.getByRole("button", { name: "white pawn", exact: true }).click();
  await click(page, "c8");
  await click(page, "d5");
  await page.getByRole("button", { name: texts.setup.erase }).click();
  await click(page, "h1");
  await expect(page.locator(".faults li").first()).toBeVisible();
  await shoot(page, "editor");

  await beginWith(page, { opponent: "link", clock: "5+3" });
  await expect(page.getByAltText(texts.invite.qr)).toBeVisible();
  await shoot(page, "invitation");

  await storeGames(page);
  await page.goto("/#games");
  await expect(page.locator(".game-table tbody tr").nth(6)).toBeVisible();
  await shoot(page, "games");

  await page.goto("/classics/cuhk");
  const step = page.getByRole("button", { name: texts.classics.step });
  for (let lines = 0; lines < 7; lines++) await step.click();
  await expect(page.locator(".screen")).toContainText("Round 5:");
  await shoot(page, "classic");

  await look(page, { theme: "dark", board: "slate", pieces: "shapes" });
  await beginWith(page, { opponent: "here", open: { pgn: ITALIAN } });
  await shoot(page, "game-dark");
  await page.locator('[data-command="settings"]').click();
  await shoot(page, "settings");

  await look(page, { theme: "light", pieces: "staunton", board: "green", coordinates: "outside" });
  await beginWith(page, { opponent: "here", open: { pgn: ITALIAN } });
  await shoot(page, "staunton");

  await look(page, { contrast: "high", theme: "light" });
  await beginWith(page, { opponent: "here", open: { pgn: ITALIAN } });
  await click(page, "e4");
  await shoot(page, "high-contrast");

  await look(page, { print: "large", pieces: "letters", theme: "light" });
  await beginWith(page, { opponent: "here", open: { pgn: ITALIAN } });
  await shoot(page, "large-print");

  const context = await browser.newContext({
    baseURL: server.url,
    viewport: { width: 360, height: 740 },
    deviceScaleFactor: 2,
    hasTouch: true,
    isMobile: true,
  });
  await tryOut(context);
  const phone = await context.newPage();
  await look(phone, { board: "green" });
  await beginWith(phone, { opponent: { computer: 2 }, clock: "10+5" });
  await clickMove(phone, "e2e4");
  await expect(phone.locator(".move")).toHaveCount(2);
  await shoot(phone, "phone-game");
  await phone.context().close();
});

/** The drawing of the page as pictures, for what cannot draw it: so large, and with a rim that may be cut away. */
const ICONS: [name: string, size: number, rim: number][] = [
  ["icon-180", 180, 0],
  ["icon-192", 192, 0],
  ["icon-512", 512, 0],
  ["icon-maskable-512", 512, 72],
];

test("icons", async ({ page }) => {
  const drawing = readFileSync(join(PUBLIC, "icon.svg")).toString("base64");
  for (const [name, size, rim] of ICONS) {
    await page.setViewportSize({ width: size, height: size });
    const ground = rim > 0 ? "#2f5d50" : "transparent";
    await page.setContent(
      `<body style="margin:0;background:${ground}"><img style="display:block;margin:${rim}px" width="${size - 2 * rim}" src="data:image/svg+xml;base64,${drawing}">`,
    );
    await page.locator("img").evaluate((image: HTMLImageElement) => image.decode());
    await page.screenshot({ path: join(PUBLIC, `${name}.png`), omitBackground: true });
  }
});
