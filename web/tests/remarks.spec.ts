import { at, beginWith, drag, expect, expectAccessible, pageAt, status, test, texts } from "./support.ts";
import type { Page } from "./support.ts";

const PGN = `[White "Zoe"]
[Black "Li"]

{A club game.} 1. e4! {[%cal Gd2d4,Re4e5] [%clk 0:01:00] bold} e5 (1... c5 $6 {Sicilian} 2. Nf3 (2. c3)) 2. Nf3 $1 Nc6 *
`;
const t = texts.remarks;

async function moves(page: Page, game: string): Promise<string> {
  const text = await (await page.context().request.get(`/v1/games/${game}/export/pgn`)).text();
  return (text.split("\n\n")[1] ?? "").trim().replaceAll("\n", " ");
}

function move(page: Page, name: string | RegExp): ReturnType<Page["getByRole"]> {
  return page.locator(".moves").getByRole("button", { name });
}

test("what a file says is shown, walked, changed and saved; a spectator sees it and changes nothing", async ({ page, browser, server }) => {
  const game = await beginWith(page, { opponent: "here", open: { pgn: PGN } });
  await expect(page.locator(".moves .remark").first()).toHaveText("A club game.");
  await expect(move(page, /^e4/)).toHaveText(`e4! ${t.markNames[1]}`);
  await expect(page.locator(".moves")).not.toContainText("%c");
  // Arrows are drawn in their colours where the move is looked at.
  await move(page, /^e4/).click();
  await expect(page.locator("svg.cg-shapes line")).toHaveCount(2);
  await expect(page.locator("svg.cg-shapes line[stroke='#882020']")).toHaveCount(1);
  // By keys into the variation, on in it, and out again.
  await page.keyboard.press("ArrowRight");
  await expect(page.locator("svg.cg-shapes line")).toHaveCount(0);
  await page.keyboard.press("Shift+ArrowDown");
  await expect(page.locator("[aria-current]")).toHaveText(`1... c5?! ${t.markNames[6]}`);
  await page.keyboard.press("ArrowRight");
  await expect(page.locator("[aria-current]")).toHaveText("2. Nf3");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await expect(page.locator("[aria-current]")).toHaveText(`e4! ${t.markNames[1]}`);

  // A move at this place is a new variation.
  await drag(page, "d7", "d5");
  await expect(page.locator("[aria-current]")).toHaveText("1... d5");
  await page.getByLabel(t.tryMove).fill("exd5");
  await page.keyboard.press("Enter");
  await expect(page.locator("[aria-current]")).toHaveText("2. exd5");
  await page.getByLabel(t.tryMove).fill("Kd4");
  await page.keyboard.press("Enter");
  await expect(status(page)).toContainText("king");

  const panel = page.locator(".remarks-panel");
  await panel.locator("summary").click();
  await panel.getByLabel(t.after, { exact: true }).fill("Scandinavian\nsecond line");
  await panel.getByRole("button", { name: t.markNames[5], exact: true }).click();
  await expect(page.locator(".variation .remark").getByText("second line")).toBeVisible();
  await expect(page.locator("[aria-current]")).toHaveText(`2. exd5!? ${t.markNames[5]}`);
  const [from, to] = [await at(page, "d8"), await at(page, "d5")];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down({ button: "right" });
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.mouse.up({ button: "right" });
  await expect(panel.getByLabel(t.drawing)).toHaveValue("Gd8d5");
  await panel.getByLabel(t.drawing).fill("Gd8d5 Rd5");
  await page.keyboard.press("Enter");
  await expect(page.locator("svg.cg-shapes circle")).toHaveCount(1);
  await expectAccessible(page, "remarks");

  await move(page, /^1\.\.\. c5/).click();
  await panel.getByRole("button", { name: t.promote }).click();
  await expect(page.locator("[aria-current]")).toHaveText(`c5?! ${t.markNames[6]}`);
  await move(page, "2. c3").click();
  await panel.getByRole("button", { name: t.delete }).click();
  await expect(move(page, "2. c3")).toHaveCount(0);
  const saved =
    "{A club game.} 1. e4 $1 {[%cal Gd2d4,Re4e5] [%clk 0:01:00] bold} 1... c5 $6 {Sicilian} (1... e5 2. Nf3 $1 Nc6) " +
    "(1... d5 2. exd5 $5 {[%csl Rd5][%cal Gd8d5] Scandinavian} {second line}) 2. Nf3 *";
  expect(await moves(page, game)).toBe(saved);

  await page.reload();
  await expect(page.locator(".variation .remark").getByText("second line")).toBeVisible();
  expect(await moves(page, game)).toBe(saved);
  const other = await pageAt(browser, server.url);
  await other.goto(`/${game}`);
  await expect(other.locator(".variation .remark").getByText("second line")).toBeVisible();
  await expect(other.locator(".remarks-panel")).toHaveCount(0);
  await move(page, /^e4/).click();
  await panel.locator("summary").click();
  await panel.getByLabel(t.after, { exact: true }).fill("seen at once");
  await page.keyboard.press("Control+Enter");
  await expect(other.getByText("seen at once")).toBeVisible();
  await other.context().close();
});

test("after the end of a game its players write and try what could have followed", async ({ page }) => {
  const game = await beginWith(page, { opponent: "here" });
  await page.getByLabel(texts.game.typed, { exact: true }).fill("e4");
  await page.keyboard.press("Enter");
  await expect(move(page, "e4")).toBeVisible();
  await expect(page.locator(".remarks-panel")).toHaveCount(0);
  await page.getByRole("button", { name: texts.game.resign }).click();
  await page.getByRole("dialog").getByRole("button", { name: texts.game.resign }).click();
  // Nobody writes by chance: what is tried right after the end is tried by whoever has the panel open.
  await page.locator(".remarks-panel summary").click();
  await drag(page, "e7", "e5");
  await expect(page.locator("[aria-current]")).toHaveText("e5");
  expect(await moves(page, game)).toBe("1. e4 (1. e4 e5) 1-0");
});

test("what was written is taken back by Ctrl+Z and made again by Ctrl+Y, and no move in its place", async ({ page }) => {
  const game = await beginWith(page, { opponent: "here", open: { pgn: PGN } });
  await page.getByLabel(texts.game.typed, { exact: true }).fill("Bb5");
  await page.keyboard.press("Enter");
  await expect(move(page, "Bb5")).toBeVisible();
  const before = await moves(page, game);
  const panel = page.locator(".remarks-panel");
  await panel.locator("summary").click();
  await move(page, /^1\.\.\. c5/).click();
  const undo = panel.getByRole("button", { name: t.undo });
  await expect(undo).toBeDisabled();
  await panel.getByRole("button", { name: t.delete }).click();
  await expect(status(page)).toHaveText(t.deleted("1... c5", 2, true));
  await expect(page.locator(".variation")).toHaveCount(0);
  const without = await moves(page, game);
  await page.keyboard.press("Control+z");
  await expect(status(page)).toHaveText(t.undone);
  await expect(page.locator("[aria-current]")).toHaveText(`1... c5?! ${t.markNames[6]}`);
  expect(await moves(page, game)).toBe(before);
  await page.keyboard.press("Control+y");
  await expect(status(page)).toHaveText(t.redone);
  await expect.poll(() => moves(page, game)).toBe(without);
  await undo.click();
  await expect(status(page)).toHaveText(t.undone);
  expect(await moves(page, game)).toBe(before);
  // Other edits go the same way, one after the other.
  await move(page, "2. c3").click();
  await panel.getByRole("button", { name: t.markNames[1], exact: true }).click();
  await expect(page.locator(".variation .move", { hasText: "c3!" })).toBeVisible();
  await panel.getByRole("button", { name: t.promote }).click();
  await expect.poll(() => moves(page, game)).toContain("2. c3 $1 (2. Nf3)");
  await page.keyboard.press("Control+z");
  await expect.poll(() => moves(page, game)).toContain("2. Nf3 (2. c3 $1)");
  await page.keyboard.press("Control+z");
  await expect.poll(() => moves(page, game)).toBe(before);
  await expect(page.locator("td > .move").last()).toHaveText("Bb5");
  // One step further nothing happens yet, and it is said what the next one does.
  await page.keyboard.press("Control+z");
  await expect(status(page)).toHaveText(t.nothingToUndo);
  await expect(page.locator("td > .move").last()).toHaveText("Bb5");
});

test("a promoted variation is what the keys walk through, from the start to the end", async ({ page }) => {
  await beginWith(page, { opponent: "here", open: { pgn: PGN } });
  await page.locator(".remarks-panel summary").click();
  await move(page, /^2\. Nf3$/).click();
  await page.getByRole("button", { name: t.promote }).click();
  await expect(page.locator("td > .move").nth(1)).toHaveText(`c5?! ${t.markNames[6]}`);
  await expect(page.locator("[aria-current]")).toHaveText("Nf3");
  await expect(page.locator("td > .move[aria-current]")).toHaveCount(1);
  await page.getByRole("button", { name: texts.game.first }).click();
  for (const name of [`e4! ${t.markNames[1]}`, `c5?! ${t.markNames[6]}`, "Nf3"]) {
    await page.getByRole("button", { name: texts.game.next, exact: true }).click();
    await expect(page.locator("td > .move[aria-current]")).toHaveText(name);
  }
});

test("a remark that was refused is still there after a reload", async ({ page }) => {
  await beginWith(page, { opponent: "here", open: { pgn: PGN } });
  const panel = page.locator(".remarks-panel");
  await move(page, /^1\.\.\. c5/).click();
  await panel.locator("summary").click();
  const remark = panel.getByLabel(t.after, { exact: true });
  await remark.evaluate((field: HTMLTextAreaElement) => field.removeAttribute("maxlength"));
  await remark.fill("x".repeat(3001));
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText("at most 3000 characters").first()).toBeVisible();
  await page.reload();
  await expect(remark).toHaveValue("x".repeat(3000));
});

test("a remark that is being typed is there again after a reload, where it was", async ({ page }) => {
  const game = await beginWith(page, { opponent: "here", open: { pgn: PGN } });
  const panel = page.locator(".remarks-panel");
  await move(page, /^1\.\.\. c5/).click();
  await panel.locator("summary").click();
  const remark = panel.getByLabel(t.after, { exact: true });
  await remark.press("End");
  await remark.pressSequentially(", half a thou");
  await page.reload();
  await expect(remark).toHaveValue("Sicilian, half a thou");
  await expect(remark).toBeFocused();
  await expect(status(page)).toHaveText(t.draftKept);
  await expect(page.locator("[aria-current]")).toHaveText(`1... c5?! ${t.markNames[6]}`);
  await remark.press("End");
  await remark.pressSequentially("ght");
  await page.keyboard.press("Control+Enter");
  await expect(page.locator(".variation .remark").first()).toHaveText("Sicilian, half a thought");
  expect(await moves(page, game)).toContain("{Sicilian, half a thought}");
  // Once it is written, nothing is left of it.
  await page.reload();
  await expect(page.locator(".variation .remark").first()).toHaveText("Sicilian, half a thought");
  await expect(panel).not.toHaveAttribute("open");
  await expect(page.getByText(t.draftKept)).toHaveCount(1);
});

test("a deleted variation comes back to its place, also after a reload", async ({ page }) => {
  const text = "1. e4 (1. d4 d5) ({or} 1. c4 {English} e5) (1. Nf3) e5 2. Nf3 1-0";
  const game = await beginWith(page, { opponent: "here", open: { pgn: text } });
  const before = await moves(page, game);
  const panel = page.locator(".remarks-panel");
  await panel.locator("summary").click();
  for (const first of ["1. d4", "1. c4"]) {
    await move(page, first).click();
    await panel.getByRole("button", { name: t.delete }).click();
    await expect(move(page, first)).toHaveCount(0);
    await expect(panel.getByRole("button", { name: t.undo })).toBeEnabled();
    await page.reload();
    await expect(move(page, "1. Nf3")).toBeVisible();
    await page.keyboard.press("Control+z");
    await expect(status(page)).toHaveText(t.undone);
    expect(await moves(page, game)).toBe(before);
    await panel.locator("summary").click();
  }
});

test("a move has one sign of a kind, and every mark of the file is saved", async ({ page }) => {
  const game = await beginWith(page, { opponent: "here", open: { pgn: "1. e4? $4 $16 e5 1-0" } });
  await expect(move(page, /^e4/)).toHaveText(`e4?? ${t.markNames[4]}± ${t.markNames[16]}`);
  await expect.poll(() => moves(page, game)).toBe("1. e4 $2 $4 $16 e5 1-0");
});

test("a variation is called by its opening", async ({ page }) => {
  await beginWith(page, { opponent: "here", open: { pgn: "1. e4 e5 (1... c5 2. Nf3 d6 3. h4) 2. Nf3 1-0" } });
  await expect(page.getByTestId("opening")).toContainText("King's Knight Opening");
  await move(page, "3. h4").click();
  await expect(page.getByTestId("opening")).toContainText("Sicilian Defense");
});
