import { Server } from "./server.ts";
import { expect, expectMan, expectMoves, invite, test, texts, typeMove } from "./support.ts";

/** A server on which leaving is noticed soon. */
test.use({
  server: [
    async ({}, use) => {
      const server = await Server.start("[limits]\nclaim-after-seconds = 12\n");
      await use(server);
      await server.stop();
    },
    { scope: "worker" },
  ],
});

test("a game that somebody left is claimed", async ({ page, browser }) => {
  const other = await invite(page, browser, "10+5");
  await typeMove(page, "e4");
  await expectMoves(other, ["e4"]);
  await typeMove(other, "e5");
  await expectMan(page, "e5", "black pawn");
  await other.context().close();
  await expect(page.locator(".presence.away")).toHaveCount(1, { timeout: 20_000 });
  await expect(page.locator(".offer")).toHaveText(/You may claim the win in \d+ s/);
  await page.getByRole("button", { name: texts.game.claimLeft }).click({ timeout: 10_000 });
  await expect(page.locator(".result")).toHaveText("1-0");
  await expect(page.getByRole("log")).toContainText(/left|away/);
});
