import { beginWith, expect, expectMoves, test, texts, typeMove } from "./support.ts";
import { Terminal } from "./terminal.ts";

test("a whole game between a browser and a terminal, and a rematch", async ({ page }) => {
  await page.goto("/");
  const game = await beginWith(page, { opponent: "link", clock: "10+5" });
  const invitation = await page.context().request.get(`/v1/games/${game}/invitation`);
  const { url } = (await invitation.json()) as { url: string };
  const terminal = new Terminal(url, "Terry");
  await expect(page.locator(".turn")).toHaveText(texts.game.yourMove);
  await expect(page.getByText("Terry").first()).toBeVisible();

  const moves = ["f3", "e5", "g4", "Qh4#"];
  await typeMove(page, "f3");
  await expect(() => expect(terminal.drawn).toContain("f3")).toPass();
  terminal.type("e5\r");
  await expectMoves(page, moves.slice(0, 2));
  await typeMove(page, "g4");
  await expect(() => expect(terminal.drawn).toContain("g4")).toPass();
  terminal.type("Qh4\r");
  await expectMoves(page, moves);
  await expect(page.locator(".turn")).toContainText("0-1");
  await expect(() => expect(terminal.drawn).toContain("checkmate")).toPass();

  // The terminal asks, the browser agrees, and colours change.
  terminal.type(":rematch\r");
  await page.getByRole("button", { name: texts.game.rematchAccept }).click();
  // What is typed before the new game has reached the terminal is refused there: the old one is over.
  await expect(async () => {
    terminal.type("d4\r");
    await expect(page.locator("td > .move")).toHaveText(["d4"], { timeout: 1500 });
  }).toPass();
  await typeMove(page, "d5");
  await expectMoves(page, ["d4", "d5"]);
  terminal.type(":resign\r");
  await expect(() => expect(terminal.drawn).toContain("Do you resign")).toPass();
  terminal.type("\u001b[B\r");
  await expect(page.locator(".turn")).toContainText("0-1");
  expect(await terminal.quit()).toBe(0);
});
