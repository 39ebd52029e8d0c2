import {
  accept,
  begin,
  beginWith,
  click,
  clickMove,
  drag,
  expect,
  expectMan,
  expectMoves,
  frames,
  openMenu,
  pageAt,
  square,
  status,
  test,
  texts,
  typeMove,
} from "./support.ts";

const MATE = "Checkmate";

test("one click on the first page, and the board takes the first move", async ({ page }) => {
  await begin(page, texts.home.computer);
  await clickMove(page, "e2e4");
  await expectMan(page, "e4", "white pawn");
  // The computer answers by itself.
  await expect(page.locator(".move")).toHaveCount(2);
});

test("a whole game by clicks", async ({ page }) => {
  await begin(page, texts.home.here);
  for (const m of ["f2f3", "e7e5", "g2g4", "d8h4"]) {
    await clickMove(page, m);
    await expectMan(page, m.slice(2), "");
    await expect(square(page, m.slice(0, 2))).toHaveAttribute("aria-label", /empty/);
  }
  await expectMoves(page, ["f3", "e5", "g4", "Qh4#"]);
  await expect(page.locator(".turn")).toContainText("checkmate", { ignoreCase: true });
  await expect(page.locator(".turn")).toContainText("0-1");
  await expect(page.getByRole("log")).toContainText(new RegExp(MATE, "i"));
  // After mate no move is taken, but undo still works, to the start.
  await clickMove(page, "e1f2");
  await expectMoves(page, ["f3", "e5", "g4", "Qh4#"]);
  for (let left = 3; left >= 0; left--) {
    await page.keyboard.press("Control+z");
    await expect(page.locator(".move")).toHaveCount(left);
  }
  await expect(page.locator(".turn")).toHaveText(texts.game.toMove.white);
  await page.keyboard.press("Control+z");
  await expect(status(page)).toContainText(/nothing to (undo|take back)/i);
  for (let made = 1; made <= 4; made++) {
    await page.keyboard.press("Control+y");
    await expect(page.locator(".move")).toHaveCount(made);
  }
});

test("a whole game by drags", async ({ page }) => {
  await begin(page, texts.home.here);
  for (const m of ["e2e4", "e7e5", "d1h5", "b8c6", "f1c4", "g8f6", "h5f7"]) {
    await drag(page, m.slice(0, 2), m.slice(2));
    await expect(square(page, m.slice(0, 2))).toHaveAttribute("aria-label", /empty/);
  }
  await expectMoves(page, ["e4", "e5", "Qh5", "Nc6", "Bc4", "Nf6", "Qxf7#"]);
  await expect(page.locator(".turn")).toContainText("1-0");
});

test("a whole game by keys", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: texts.home.here }).focus();
  await page.keyboard.press("Enter");
  await expect(page.locator("cg-board piece").first()).toBeVisible();
  await page.keyboard.press("b");
  await expect(square(page, "e2")).toBeFocused();
  let here = "e2";
  const goTo = async (there: string): Promise<void> => {
    const files = there.charCodeAt(0) - here.charCodeAt(0);
    const ranks = Number(there[1]) - Number(here[1]);
    for (let i = 0; i < Math.abs(files); i++) await page.keyboard.press(files > 0 ? "ArrowRight" : "ArrowLeft");
    for (let i = 0; i < Math.abs(ranks); i++) await page.keyboard.press(ranks > 0 ? "ArrowUp" : "ArrowDown");
    here = there;
    await expect(square(page, there)).toBeFocused();
  };
  for (const m of ["f2f3", "e7e5", "g2g4", "d8h4"]) {
    await goTo(m.slice(0, 2));
    await page.keyboard.press("Enter");
    await expect(square(page, here)).toHaveAttribute("aria-label", /picked up/);
    await goTo(m.slice(2));
    await expect(square(page, here)).toHaveAttribute("aria-label", /can go here/);
    await page.keyboard.press("Enter");
    await expect(square(page, m.slice(0, 2))).toHaveAttribute("aria-label", /empty/);
  }
  await expectMoves(page, ["f3", "e5", "g4", "Qh4#"]);
});

test("selection follows BYU's rules", async ({ page }) => {
  await begin(page, texts.home.here);
  const targets = page.locator("cg-board square.move-dest:visible");
  await click(page, "b1");
  await expect(targets).toHaveCount(2);
  await click(page, "e2");
  await expect(page.locator("cg-board square.selected")).toHaveCount(1);
  await expect(square(page, "e2")).toHaveAttribute("aria-label", /picked up/);
  await click(page, "e6");
  await expect(square(page, "e2")).not.toHaveAttribute("aria-label", /picked up/);
  await expect(targets).toHaveCount(0);
  // Not the opponent's.
  await click(page, "e7");
  await expect(targets).toHaveCount(0);
  // A drag off the board or to where it cannot go puts the piece back.
  const box = await page.locator(".board-ground").boundingBox();
  await drag(page, "e2", { x: (box?.x ?? 0) + (box?.width ?? 0) + 60, y: 300 });
  await drag(page, "e2", "e5");
  await expectMan(page, "e2", "white pawn");
  await expectMoves(page, []);
  await drag(page, "e2", "e4");
  await expectMoves(page, ["e4"]);
});

test("a refusal tells why and draws it", async ({ page }) => {
  await beginWith(page, { opponent: "here", position: "4r2k/8/8/8/8/8/4B3/4K3 w - - 0 1" });
  await drag(page, "e2", "d3");
  await expect(status(page)).toHaveText("The bishop is pinned to your king by the rook on e8.");
  await expect(page.locator("cg-board square.mark-attacker:visible")).toHaveCount(1);
  await expect(page.locator("cg-board square.mark-line:visible").first()).toBeVisible();
  await expect(page.locator(".cg-shapes line")).toHaveCount(1);
  await expectMan(page, "e2", "white bishop");
  await typeMove(page, "Kd7");
  await expect(status(page)).toContainText("king");
  await expect(page.getByRole("log")).toContainText("pinned");
  await typeMove(page, "hello");
  await expect(page.getByRole("log").locator(".refusal")).toHaveCount(3);
});

test("a pawn becomes what is chosen", async ({ page }) => {
  await beginWith(page, { opponent: "here", position: "8/4P1k1/8/8/8/8/8/4K3 w - - 0 1" });
  await clickMove(page, "e7e8");
  const chooser = page.getByRole("dialog", { name: texts.game.promote });
  await expect(chooser.getByRole("button")).toHaveCount(4);
  await page.keyboard.press("Escape");
  await expect(chooser).toHaveCount(0);
  await expectMan(page, "e7", "white pawn");
  await clickMove(page, "e7e8");
  await chooser.getByRole("button", { name: "rook" }).click();
  await expectMan(page, "e8", "white rook");
  await expectMoves(page, ["e8=R"]);
});

test("check and stalemate are announced; stalemate takes no move, but undo works", async ({ page }) => {
  await beginWith(page, { opponent: "here", rules: { name: "byu" }, position: "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1" });
  await clickMove(page, "f1f8");
  await expect(page.locator(".check-word, .result")).toBeVisible();
  await page.keyboard.press("Control+z");
  await expectMoves(page, []);
  await clickMove(page, "f1f7");
  await expect(page.locator(".turn")).toContainText(/stalemate/i);
  await expect(page.getByRole("log")).toContainText(/stalemate/i);
  await clickMove(page, "h8g8");
  await expectMoves(page, ["Qf7"]);
  await page.keyboard.press("Control+z");
  await expectMoves(page, []);
});

test("arrow keys go through the game without disturbing it", async ({ page }) => {
  await begin(page, texts.home.here);
  for (const m of ["e4", "e5", "Nf3"]) await typeMove(page, m);
  await expectMoves(page, ["e4", "e5", "Nf3"]);
  await page.locator(".turn").click();
  await page.keyboard.press("ArrowLeft");
  await expectMan(page, "g1", "white knight");
  await page.keyboard.press("ArrowUp");
  await expectMan(page, "e2", "white pawn");
  await expect(page.locator(".move")).toHaveCount(3);
  await page.getByRole("button", { name: texts.game.toPresent }).click();
  await expectMan(page, "f3", "white knight");
});

test("f turns the board, right drags draw on it, threats are counted", async ({ page }) => {
  await begin(page, texts.home.here);
  await page.keyboard.press("f");
  await expect(page.locator(".board-ground")).toHaveClass(/orientation-black/);
  await page.keyboard.press("f");
  const box = await page.locator(".board-ground").boundingBox();
  if (!box) throw new Error("no board");
  await page.mouse.move(box.x + 20, box.y + box.height - 20);
  await page.mouse.down({ button: "right" });
  await page.mouse.move(box.x + 20, box.y + 20, { steps: 5 });
  await frames(page);
  await page.mouse.up({ button: "right" });
  await expect(page.locator(".cg-shapes line")).toHaveCount(1);
  await page.keyboard.press("w");
  // Both knights' pawns and the knight on b1 attack c3: pawns on b2 and d2, and the knight.
  await expect(page.locator('[data-threat="c3"] .white')).toHaveText("3");
  await expect(page.locator('[data-threat="c3"] .black')).toHaveCount(0);
  await page.keyboard.press("t");
  await expect(page.locator('[data-threat="f6"] .black')).toHaveText("3");
  await page.keyboard.press("t");
  await expect(page.locator(".threats")).toHaveCount(0);
});

test("a move in advance is played when it is one's turn", async ({ page, browser, server }) => {
  const game = await beginWith(page, { opponent: "lobby", clock: "5+3" });
  const other = await pageAt(browser, server.url);
  await other.goto("/");
  await other.getByRole("button", { name: new RegExp(`^${texts.home.join}: `) }).click();
  await expect(other).toHaveURL(new RegExp(game));
  await expect(page.locator(".turn")).toHaveText(texts.game.yourMove);
  await clickMove(other, "e7e5");
  await expect(other.locator("cg-board square.current-premove:visible")).toHaveCount(2);
  await clickMove(page, "e2e4");
  await expectMoves(page, ["e4", "e5"]);
  await expect(page.locator(".clock.runs")).toHaveCount(1);
  await other.context().close();
});

test("targets of moves in advance fit the rule set", async ({ page, browser, server }) => {
  const targets = async (rules: string): Promise<number> => {
    await beginWith(page, { opponent: "lobby", rules: { name: rules } });
    const other = await pageAt(browser, server.url);
    await accept(other, page.url());
    await expect(other.locator(".board-ground")).toHaveClass(/orientation-black/);
    await click(other, "e7");
    await expect(other.locator("cg-board square.premove-dest:visible").first()).toBeVisible();
    const count = await other.locator("cg-board square.premove-dest:visible").count();
    await other.context().close();
    return count;
  };
  // One step, two steps, and two captures; in Hong's game pawns take one step.
  expect(await targets("fide")).toBe(4);
  expect(await targets("hong")).toBe(3);
});

test("redo goes to the end of a game that was opened and taken back", async ({ page }) => {
  await beginWith(page, { opponent: "here", open: { pgn: "1. e4 e5 2. Nf3 *" } });
  for (let left = 2; left >= 0; left--) {
    await page.locator('[data-command="undo"]').click();
    await expect(page.locator(".move")).toHaveCount(left);
  }
  await expectMan(page, "e2", "white pawn");
  for (let made = 1; made <= 3; made++) {
    await page.locator('[data-command="redo"]').click();
    await expect(page.locator(".move")).toHaveCount(made);
  }
  await expectMoves(page, ["e4", "e5", "Nf3"]);
  await page.locator('[data-command="redo"]').click();
  await expect(status(page)).toContainText(/nothing to/i);
});

test("against the computer, undo goes back to one's own move, and a rematch changes sides", async ({ page }) => {
  await beginWith(page, { opponent: { computer: 1 }, rules: { name: "byu" } });
  await clickMove(page, "e2e4");
  await expect(page.locator(".move")).toHaveCount(2);
  await page.keyboard.press("Control+z");
  await expectMoves(page, []);
  await clickMove(page, "d2d4");
  await expect(page.locator(".move")).toHaveCount(2);
  await page.getByRole("button", { name: texts.game.resign }).click();
  await page.getByRole("dialog").getByRole("button", { name: texts.game.resign }).click();
  await expect(page.locator(".result")).toHaveText("0-1");
  await page.getByRole("button", { name: texts.game.rematch }).click();
  await expect(page.locator(".board-ground")).toHaveClass(/orientation-black/);
  await expect(page.locator('[data-side="white"] .score')).toHaveText("1");
  // The computer begins.
  await expect(page.locator(".move")).toHaveCount(1);
});

test("New leads to a new game, by key, menu and tool bar", async ({ page }) => {
  await begin(page, texts.home.here);
  const ways = [() => page.keyboard.press("Alt+n"), () => openMenu(page, "new"), () => page.locator('.tools [data-command="new"]').click()];
  for (const way of ways) {
    const before = page.url();
    await clickMove(page, "e2e4");
    await expectMoves(page, ["e4"]);
    await way();
    await page.getByRole("dialog", { name: texts.dialogs.newTitle }).getByRole("button", { name: texts.home.here }).click();
    await expect(page).not.toHaveURL(before);
    await expectMoves(page, []);
    await expectMan(page, "e2", "white pawn");
  }
});

test("every rule set can be played, and says what differs", async ({ page }) => {
  await page.goto("/");
  const rules = page.getByRole("combobox", { name: texts.home.rules });
  await expect(rules).toBeVisible();
  const names = await rules
    .locator("option")
    .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value).filter((value) => value !== "own"));
  expect(names.length).toBeGreaterThanOrEqual(8);
  for (const name of names) {
    await rules.selectOption(name);
    // Of chess itself nothing differs, and nothing is offered.
    const asks = page.getByText(texts.differences.title);
    if (name === "fide") await expect(asks).toHaveCount(0);
    else await asks.click();
    const told = name === "fide" ? [texts.differences.none] : await page.locator(".differences li").allTextContents();
    expect(told.length).toBeGreaterThan(0);
    await page.getByRole("button", { name: texts.home.here }).click();
    await expect(page.locator("cg-board piece").first()).toBeVisible();
    await clickMove(page, "a2a3");
    await expectMoves(page, ["a3"]);
    // The game itself says which rules and which clock it has, and the same differences.
    const below = page.locator(".moves");
    const before = await below.boundingBox();
    await page.getByText(texts.differences.played(texts.rules[name] ?? name, texts.home.clockOf(null))).click();
    await expect(page.locator(".differences li, .differences p")).toHaveText(told);
    expect(await below.boundingBox()).toEqual(before);
    await page.keyboard.press("Escape");
    await expect(page.locator(".differences[open]")).toHaveCount(0);
    await page.getByRole("link", { name: texts.appName, exact: true }).click();
  }
});

test("a game begins with an opening, whose name is told at every move", async ({ page }) => {
  await page.goto("/");
  await page.getByText(texts.home.moreOptions).click();
  await page.getByLabel(texts.home.openingSearch).fill("sicilian naj");
  const chosen = page.getByLabel(texts.home.openingChosen);
  await expect(chosen).toHaveValue("Sicilian Defense: Najdorf Variation");
  await expect(page.getByText("1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6")).toBeVisible();
  await page.getByRole("button", { name: texts.home.here }).click();
  const opening = page.getByTestId("opening");
  await expect(opening).toContainText("Sicilian Defense: Najdorf Variation (B90)");
  await expect(page.locator(".move")).toHaveCount(10);
  // Back to the second move and to the start, on to the end, and back into the opening itself.
  for (let i = 0; i < 8; i++) await page.keyboard.press("ArrowLeft");
  await expect(opening).toContainText("Sicilian Defense (B20)");
  const place = await opening.boundingBox();
  await page.keyboard.press("Home");
  await expect(opening).toBeEmpty();
  expect(await opening.boundingBox()).toEqual(place);
  await page.keyboard.press("End");
  await page.keyboard.press("Control+z");
  await expect(page.locator(".move")).toHaveCount(9);
  await expect(opening).not.toContainText("Najdorf");
});

test("the computer's book is switched off once and for all, and a wrong opening is told", async ({ page }) => {
  await page.goto("/");
  await page.getByText(texts.home.moreOptions).click();
  await page.getByLabel(texts.home.book).uncheck();
  await page.getByLabel(texts.home.openingSearch).fill("Sicilain");
  await expect(page.getByText(texts.home.noSuchOpening)).toBeVisible();
  const wish = page.waitForRequest((request) => request.method() === "POST" && request.url().endsWith("/v1/games"));
  await page.getByRole("button", { name: texts.home.computer }).click();
  expect((await wish).postDataJSON()).toMatchObject({ book: false, opening: "Sicilain" });
  await expect(page.getByRole("alert")).toContainText("did you mean Sicilian Defense");
  await page.reload();
  await expect(page.getByLabel(texts.home.book)).not.toBeChecked();
});

test("Hong's game says why a pawn cannot step twice", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("combobox", { name: texts.home.rules }).selectOption("hong");
  await page.getByRole("button", { name: texts.home.here }).click();
  await clickMove(page, "e2e4");
  await expect(page.getByTestId("status")).toHaveText("In Hong's game a pawn takes one step.");
});

test("a promotion that is typed without a piece is asked about, and a pawn that became a queen was not taken", async ({ page }) => {
  await beginWith(page, { opponent: "here", position: "1n5k/P7/8/8/8/8/8/K7 w - - 0 1" });
  const chooser = page.getByRole("dialog", { name: texts.game.promote });
  await typeMove(page, "a8");
  await chooser.getByRole("button", { name: texts.men.queen }).click();
  await expectMoves(page, ["a8=Q"]);
  await expect(page.locator(".taken[aria-label]")).toHaveCount(0);
  await page.keyboard.press("Control+z");
  await expectMoves(page, []);
  // Nothing is done where it is not answered.
  await typeMove(page, "axb8");
  await expect(chooser).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(chooser).toHaveCount(0);
  await expectMan(page, "a7", "white pawn");
  await typeMove(page, "axb8");
  await page.keyboard.press("r");
  await expectMoves(page, ["axb8=R+"]);
  await expect(page.locator(".taken[aria-label]")).toHaveCount(1);
  await expect(page.locator(".taken[aria-label]")).toHaveAttribute("aria-label", `${texts.game.taken}: ${texts.men.knight}`);
  // Beside the game, too, also where it was not told yet what can be played there.
  let tell = (): void => undefined;
  const isTold = new Promise<void>((done) => {
    tell = done;
  });
  await page.route(/\/tree\/moves/, async (route) => {
    await isTold;
    await route.continue();
  });
  await beginWith(page, { opponent: "here", open: { pgn: '[FEN "1n5k/P7/8/8/8/8/8/K7 w - - 0 1"]\n\n1. Ka2 Kg7 1-0' } });
  await page.getByRole("button", { name: texts.game.first }).click();
  await page.getByLabel(texts.remarks.tryMove).fill("a8");
  await page.keyboard.press("Enter");
  tell();
  await chooser.getByRole("button", { name: texts.men.bishop }).click();
  await expect(page.locator("[aria-current]")).toContainText("a8=B");
});
