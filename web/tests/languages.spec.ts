import { german } from "../src/texts-de.ts";
import type { Page } from "./support.ts";
import { beginWith, expect, test, texts, typeMove } from "./support.ts";

test.use({ locale: "de-AT" });

async function typeGermanMove(page: Page, m: string): Promise<void> {
  await page.getByLabel(german.game.typed, { exact: true }).fill(m);
  await page.keyboard.press("Enter");
}

test("a German browser is spoken to in German, and in English once its reader chooses so", async ({ page }) => {
  await page.goto("/");
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await page.getByRole("button", { name: german.home.here }).click();
  await expect(page.locator(".turn")).toHaveText(german.game.toMove.white);
  const log = page.getByRole("log");
  await typeGermanMove(page, "Ke3");
  await expect(log.locator(".refusal")).toHaveText("Ein König zieht nicht von e1 nach e3.");
  await typeGermanMove(page, "e4");
  await expect(log.locator("p").last()).toHaveText("Weiß zieht den Bauern von e2 nach e4.");
  await expect(page.locator(".move").first()).toHaveText("e4");

  await page.getByRole("button", { name: german.commands.menu }).click();
  await page.locator('[data-menu="settings"]').click();
  await page.getByRole("dialog").getByText("English", { exact: true }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  // Whoever has chosen it is where they were.
  await expect(page.getByRole("dialog").getByRole("radio", { name: "English" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.locator(".turn")).toHaveText(texts.game.toMove.black);
  await expect(page.locator(".move").first()).toHaveText("e4");
  await typeMove(page, "Ke6");
  // What was said before stays as it was said.
  await expect(log.locator(".refusal")).toHaveText(["Ein König zieht nicht von e1 nach e3.", "A king does not move from e8 to e6."]);
});

test("the computer and a guest have German names wherever they are read, and files have the usual ones", async ({ page }) => {
  // Earlier levels had numbers; ratings read alike in every language.
  await beginWith(page, { opponent: { computer: 2 }, color: "white" });
  await expect(page.locator(".player[data-side=black]")).toContainText("Tabiya Stufe 2");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Tabiya Stufe 2");
  await typeGermanMove(page, "e4");
  await expect(page.locator(".move")).toHaveCount(2);
  const game = new URL(page.url()).pathname;
  await page.goto("/");
  await page.getByRole("button", { name: german.home.here }).click();
  await expect(page.locator(".turn")).toHaveText(german.game.toMove.white);
  await page.goto("/");
  await expect(page.getByRole("region", { name: german.home.running })).toContainText("– Gast, an einem Brett");
  await expect(page.getByRole("region", { name: german.home.running })).toContainText("– Tabiya Stufe 2");
  await page.goto("/#games=mine");
  await page.getByLabel(german.games.player).fill("Stufe 2");
  await page.getByRole("button", { name: german.games.search }).click();
  await expect(page.locator("tbody tr")).toHaveCount(1);
  await expect(page.locator("tbody tr")).toContainText("Tabiya Stufe 2");
  const file = await page.request.get(`/v1/games${game}/export/pgn`);
  expect(await file.text()).toContain('[Black "Tabiya level 2"]');
  await page.goto("/host");
  await expect(page.locator(".host-games")).toContainText("Tabiya Stufe 2");
});

test("the host's page speaks German as well", async ({ page }) => {
  await page.goto("/host");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Gastgeber");
  await expect(page.getByText(/läuft seit \d+\.\d+\.\d{4}/)).toBeVisible();
});
