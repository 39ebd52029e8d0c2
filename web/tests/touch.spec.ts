import { PHONE, at, begin, beginWith, expect, expectMan, expectMoves, square, status, test, texts, touchDrag } from "./support.ts";

test.use({ viewport: PHONE, hasTouch: true, isMobile: true });

test("a finger drags men, and what cannot be goes back", async ({ page }) => {
  await begin(page, texts.home.here);
  await touchDrag(page, "e2", "e4");
  await expectMoves(page, ["e4"]);
  await touchDrag(page, "e7", "e5");
  await expectMoves(page, ["e4", "e5"]);
  // To where it cannot go: it goes back, and why is told.
  await touchDrag(page, "a1", "a4");
  await expect(status(page)).toContainText("a2");
  await expect(page.locator("cg-board square.mark-blocker:visible")).toHaveCount(1);
  await expectMan(page, "a1", "white rook");
  // Off the board: nothing happens.
  const top = await at(page, "d1");
  await touchDrag(page, "d1", { x: top.x, y: top.y + 150 });
  await expectMan(page, "d1", "white queen");
  await expectMoves(page, ["e4", "e5"]);
  await touchDrag(page, "d1", "h5");
  await expectMoves(page, ["e4", "e5", "Qh5"]);
});

test("a finger that drags a man does not scroll the page, beside the board it does", async ({ page }) => {
  await begin(page, texts.home.here);
  const scrolled = (): Promise<number> => page.evaluate(() => window.scrollY);
  await touchDrag(page, "e2", "e4");
  await expectMoves(page, ["e4"]);
  await touchDrag(page, "d7", "d5");
  await touchDrag(page, "d1", "h5");
  await expectMoves(page, ["e4", "d5", "Qh5"]);
  expect(await scrolled()).toBe(0);
  const low = await page.getByTestId("status").boundingBox();
  if (!low) throw new Error("no status line");
  await touchDrag(page, { x: low.x + 40, y: low.y + 10 }, { x: low.x + 40, y: low.y - 250 });
  await expect.poll(scrolled).toBeGreaterThan(50);
});

test("a pawn that a finger drags to the end becomes what is tapped", async ({ page }) => {
  await beginWith(page, { opponent: "here", position: "8/4P1k1/8/8/8/8/8/4K3 w - - 0 1" });
  await touchDrag(page, "e7", "e8");
  await page.getByRole("dialog", { name: texts.game.promote }).getByRole("button", { name: texts.men.knight }).tap();
  await expectMoves(page, ["e8=N+"]);
});

test("the editor takes fingers", async ({ page }) => {
  await page.goto("/#setup");
  await expect(page.getByText(texts.setup.noFaults)).toBeVisible();
  await touchDrag(page, "e2", "e4");
  await expectMan(page, "e4", "white pawn");
  await page.getByRole("button", { name: "white queen", exact: true }).tap();
  const place = await at(page, "e5");
  await page.touchscreen.tap(place.x, place.y);
  await expectMan(page, "e5", "white queen");
});

test("on a narrow screen the tool bar is one row and has BYU's commands", async ({ page }) => {
  await begin(page, texts.home.here);
  const boxes: { y: number }[] = [];
  for (const command of ["new", "open", "save", "save-as", "undo", "redo", "flip", "quit"]) {
    const box = await page.locator(`.tools [data-command="${command}"]`).boundingBox();
    if (!box) throw new Error(`${command} is not there`);
    expect(box.width).toBeGreaterThanOrEqual(32);
    boxes.push(box);
  }
  expect(new Set(boxes.map((box) => box.y)).size).toBe(1);
  expect((await page.locator(".menu-button").boundingBox())?.y).toBe(boxes[0]?.y);
  const bar = await page.locator("header.top").boundingBox();
  expect(bar?.height).toBeLessThan(60);
  await page.locator('.tools [data-command="flip"]').tap();
  await expect(page.locator(".board-ground")).toHaveClass(/orientation-black/);
  await touchDrag(page, "d2", "d4");
  await expect(square(page, "d4")).toHaveAttribute("aria-label", /white pawn/);
  // A finger has no keys: the menu does not speak of them.
  await page.getByRole("button", { name: texts.commands.menu }).tap();
  await expect(page.locator('[data-menu="games"]')).toBeVisible();
  for (const key of await page.getByRole("menu").locator("kbd").all()) await expect(key).toBeHidden();
  await page.locator('[data-menu="settings"]').tap();
  await expect(page.getByRole("dialog", { name: texts.settings.title })).toBeVisible();
});
