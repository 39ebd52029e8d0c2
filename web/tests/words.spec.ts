import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { beginWith, expect, expectMoves, status, test, texts, typeMove, begin, click, clickMove, drag } from "./support.ts";

const SOURCE = join(import.meta.dirname, "../src");

test("all texts are in one place", () => {
  const files = readdirSync(SOURCE, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".tsx"));
  expect(files.length).toBeGreaterThan(10);
  const found: string[] = [];
  for (const file of files) {
    readFileSync(join(SOURCE, file), "utf8")
      .split("\n")
      .forEach((line, number) => {
        const betweenTags = />\s*[^<>{}=;()]*[A-Za-z]{2,}[^<>{}=;()]*<\//.exec(line);
        const attribute = /\b(aria-label|title|alt)="[^"]*[A-Za-z]/.exec(line);
        const alone = /^\s*[A-Z][a-z]+( [a-z]+)+[.!?…]?$/.exec(line);
        if (betweenTags || attribute || alone) found.push(`${file}:${number + 1}: ${line.trim()}`);
      });
  }
  expect(found).toEqual([]);
});

test("the typed field takes any notation", async ({ page }) => {
  await begin(page, texts.home.here);
  const typed = ["e2-e4", "E7E5", "Ng1-f3", "nc6", "♗c4", "Bf8c5", "0-0", "d7 d6", "h3!?", "c8,e6"];
  const meant = ["e4", "e5", "Nf3", "Nc6", "Bc4", "Bc5", "O-O", "d6", "h3", "Be6"];
  for (const [i, m] of typed.entries()) {
    await typeMove(page, m);
    await expect(page.locator(".move")).toHaveCount(i + 1);
  }
  await expectMoves(page, meant);
});

test("a live region narrates every move and every refusal", async ({ page }) => {
  await begin(page, texts.home.here);
  const log = page.getByRole("log");
  await expect(log).toHaveAttribute("aria-live", "polite");
  const heard = (): Promise<string[]> => log.locator("p").allInnerTexts();
  const steps: [string, RegExp][] = [
    ["e4", /pawn.*e2.*e4/],
    ["d5", /pawn.*d7.*d5/],
    ["exd5", /(takes|captures).*d5/],
    ["Qxd5", /queen.*d5/],
    ["Ke3", /king/],
    ["Nc3", /knight.*b1.*c3/],
    ["Qe5", /queen.*e5.*check/i],
    ["a3", /check/i],
    ["Be2", /bishop.*f1.*e2/],
  ];
  for (const [m, says] of steps) {
    const before = (await heard()).length;
    await typeMove(page, m);
    await expect(log.locator("p")).toHaveCount(before + 1);
    expect((await heard()).at(-1)).toMatch(says);
  }
  await expect(log.locator(".refusal")).toHaveCount(2);
});

test("each reason is drawn: what attacks, what blocks, what is crossed", async ({ page }) => {
  const mark = (name: string) => page.locator(`cg-board square.mark-${name}:visible`);
  // Blocked by an own pawn.
  await begin(page, texts.home.here);
  await drag(page, "a1", "a5");
  await expect(mark("blocker")).toHaveCount(1);
  await expect(status(page)).toContainText("a2");
  // The drawing goes with the next touch.
  await click(page, "e2");
  await expect(mark("blocker")).toHaveCount(0);
  // Into check.
  await beginWith(page, { opponent: "here", position: "3rk3/8/8/8/8/8/8/4K2R w K - 0 1" });
  await clickMove(page, "e1d1");
  await expect(mark("attacker")).toHaveCount(1);
  await expect(status(page)).toContainText("d8");
  // Castling through check.
  await beginWith(page, { opponent: "here", position: "4kr2/8/8/8/8/8/8/4K2R w K - 0 1" });
  await clickMove(page, "e1g1");
  await expect(mark("crossing")).toHaveCount(1);
  await expect(mark("attacker")).toHaveCount(1);
  await expect(status(page)).toContainText("f1");
});

/** Every fault that a position can have, with a position that has it. */
const FAULTS: [rules: string, fen: string, says: RegExp][] = [
  ["fide", "8/8/8/8/8/8/8/4K3 w - - 0 1", /Black has no king/],
  ["fide", "4k3/8/8/8/8/8/8/2K1K3 w - - 0 1", /White has 2 kings/],
  ["fide", "P3k3/8/8/8/8/8/8/4K3 w - - 0 1", /pawn cannot stand on a8/],
  ["fide", "4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", /Black is not to move, but its king could be taken/],
  ["fide", "4k3/8/8/8/q3r3/8/8/r3K2r w - - 0 1", /no move can give check/i],
  ["fide", "4k3/8/8/8/8/8/8/4K3 w K - 0 1", /no rook to castle with/],
  ["fide", "4k3/8/8/8/8/4K3/8/7R w K - 0 1", /its king is not on the home rank/],
  ["fide", "4k3/8/8/3pP3/8/8/8/4K3 w - d5 0 1", /would be on rank 6/],
  ["fide", "4k3/8/8/4P3/8/8/8/4K3 w - d6 0 1", /no pawn to take on d5/],
  ["fide", "4k3/3n4/8/3pP3/8/8/8/4K3 w - d6 0 1", /d7 is occupied/],
  ["fide", "8/8/8 w - - 0 1", /./],
  ["fide", "hello", /./],
];

test("the editor tells every fault there is", async ({ page }) => {
  await page.goto("/#setup");
  await expect(page.getByText(texts.setup.noFaults)).toBeVisible();
  for (const [rules, fen, says] of FAULTS) {
    await page.getByRole("combobox", { name: texts.setup.rules }).selectOption(rules);
    await page.getByLabel(texts.setup.fen, { exact: true }).fill(fen);
    await expect(page.locator(".faults li").filter({ hasText: says }), `${rules}: ${fen}`).not.toHaveCount(0);
    await expect(page.getByRole("button", { name: texts.home.here })).toHaveCount(0);
  }
  // All of them at once, not only the first.
  await page.getByRole("combobox", { name: texts.setup.rules }).selectOption("fide");
  await page.getByLabel(texts.setup.fen, { exact: true }).fill("p7/8/8/8/8/8/8/7P w KQkq - 0 1");
  await expect(page.locator(".faults li").nth(4)).toBeVisible();
  await page.getByRole("button", { name: texts.setup.usual }).click();
  await expect(page.getByText(texts.setup.noFaults)).toBeVisible();
  await expect(page.getByRole("button", { name: texts.home.here })).toBeVisible();
});
