import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import {
  PHONE,
  begin,
  beginWith,
  click,
  clickMove,
  drag,
  expect,
  expectAccessible,
  expectMan,
  expectMoves,
  openMenu,
  square,
  status,
  test,
  texts,
  typeMove,
} from "./support.ts";
import type { Page } from "./support.ts";

async function expectNothingCutOff(page: Page, what: string): Promise<void> {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(wide, `${what} is wider than the screen`).toBeLessThanOrEqual(0);
}

test("the first load is small, and comes from this server alone", async ({ page }) => {
  const bodies: Promise<Buffer>[] = [];
  page.on("response", (response) => {
    if (!response.url().includes("/v1/")) bodies.push(response.body());
  });
  await page.goto("/");
  await expect(page.getByRole("heading", { name: texts.home.title })).toBeVisible();
  const weight = (await Promise.all(bodies)).reduce((sum, body) => sum + gzipSync(body).length, 0);
  console.log(`first load: ${weight} bytes compressed`);
  expect(weight).toBeGreaterThan(10_000);
  expect(weight).toBeLessThan(200_000);
});

/** Axe in every colours there are. */
async function expectAccessibleInAllColours(page: Page, what: string): Promise<void> {
  await expectAccessible(page, what);
  for (const [theme, contrast] of [
    ["dark", "normal"],
    ["dark", "high"],
    ["light", "high"],
    ["light", "normal"],
  ] as const) {
    await page.evaluate((kept) => Object.assign(document.documentElement.dataset, kept), {
      theme,
      contrast,
      board: contrast === "high" ? "print" : "wood",
    });
    await expectAccessible(page, `${what}, ${theme}, ${contrast}`, "colours");
  }
}

test("axe finds nothing on any page, in any colours", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("heading", { name: texts.home.title })).toBeVisible();
  await expectAccessibleInAllColours(page, "first page");
  await beginWith(page, { opponent: "here", clock: "5+3" });
  for (const m of ["e4", "d5", "exd5"]) await typeMove(page, m);
  await expect(page.locator(".move")).toHaveCount(3);
  await typeMove(page, "Ke5");
  await expect(page.locator(".log .refusal")).toHaveCount(1);
  await page.getByRole("button", { name: texts.commands.menu }).click();
  await expectAccessibleInAllColours(page, "game");
  await page.goto("/#setup");
  await page.getByRole("button", { name: texts.setup.clear }).click();
  await expect(page.locator(".faults li").first()).toBeVisible();
  await expectAccessibleInAllColours(page, "editor");
  await page.goto("/#games");
  await expect(page.locator(".game-table tbody tr").first()).toContainText(texts.home.clockOf("5+3"));
  await expectAccessibleInAllColours(page, "games");
});

test("every dialog opens by its command, passes axe, and cancelling does nothing", async ({ page }) => {
  await begin(page, texts.home.here);
  await typeMove(page, "e4");
  await expectMoves(page, ["e4"]);
  const url = page.url();
  for (const command of ["new", "open", "save-as", "settings", "keys", "quit"]) {
    await openMenu(page, command);
    await expect(page.getByRole("dialog")).toBeVisible();
    await expectAccessible(page, `dialog ${command}`);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  }
  await page.getByRole("button", { name: texts.game.resign }).click();
  await expectAccessible(page, "dialog resign");
  await page.keyboard.press("Escape");
  for (const [key, title] of [
    ["Alt+n", texts.dialogs.newTitle],
    ["Control+o", texts.files.openTitle],
    ["Control+s", texts.files.saveTitle],
    ["Shift+Control+s", texts.files.saveTitle],
    ["Alt+q", texts.dialogs.quitTitle],
  ] as const) {
    await page.locator(".turn").click();
    await page.keyboard.press(key);
    await expect(page.getByRole("dialog", { name: title })).toBeVisible();
    await page.getByRole("dialog").getByRole("button", { name: texts.dialogs.close }).click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
  }
  expect(page.url()).toBe(url);
  await expectMoves(page, ["e4"]);
  // Each command is on the tool bar, too.
  for (const tool of ["new", "open", "save", "save-as", "undo", "redo", "quit"])
    await expect(page.locator(`.tools [data-command="${tool}"]`)).toBeVisible();
});

test("the editor finds nothing wrong before it knows", async ({ page }) => {
  let answer = (): void => undefined;
  const isHeld = new Promise<void>((done) => {
    answer = done;
  });
  await page.route("**/v1/position", async (route) => {
    await isHeld;
    await route.continue();
  });
  await page.goto("/#setup");
  await expect(page.locator("cg-board piece").first()).toBeVisible();
  await expect(page.locator(".faults")).toBeEmpty();
  answer();
  await expect(page.locator(".fine")).toBeVisible();
});

test("the editor lists every fault, and starts a game", async ({ page }) => {
  await page.goto("/#setup");
  await expect(page.getByText(texts.setup.noFaults)).toBeVisible();
  await page.getByRole("button", { name: texts.setup.clear }).click();
  await expect(page.locator(".faults li")).toHaveCount(2);
  await page.getByRole("button", { name: "white king" }).click();
  await click(page, "e1");
  await expect(page.locator(".faults li")).toHaveCount(1);
  await page.getByRole("button", { name: "black king" }).click();
  await click(page, "e8");
  await page.getByRole("button", { name: "white pawn" }).click();
  await click(page, "a8");
  await page.getByRole("button", { name: "white rook" }).click();
  await click(page, "e7");
  // A pawn on the last row, and Black's king is in check with White to move.
  await expect(page.locator(".faults li")).toHaveCount(2);
  await page.getByRole("button", { name: texts.setup.erase }).click();
  await click(page, "a8");
  await expect(page.locator(".faults li")).toHaveCount(1);
  await page.getByRole("button", { name: texts.setup.hand }).click();
  await drag(page, "e7", "a1");
  await expect(page.getByText(texts.setup.noFaults)).toBeVisible();
  await page.getByLabel(texts.setup.castlingRights.Q ?? "").check();
  await expect(page.getByLabel(texts.setup.fen, { exact: true })).toHaveValue("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1");
  await expect(page.getByText(texts.setup.noFaults)).toBeVisible();
  await page.getByRole("button", { name: texts.setup.copy, exact: true }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1");
  // By keys as well.
  await page.getByRole("button", { name: "black pawn" }).focus();
  await page.keyboard.press("Enter");
  await square(page, "d5").focus();
  await page.keyboard.press("Enter");
  await expectMan(page, "d5", "black pawn");
  await page.getByRole("button", { name: texts.home.here }).click();
  await expect(page.locator(".turn")).toHaveText(texts.game.toMove.white);
  await clickMove(page, "e1c1");
  await expectMoves(page, ["O-O-O"]);
});

test("the editor has its position and its rules after a reload, and on the way back", async ({ page }) => {
  await page.goto("/");
  await page.goto("/#setup");
  await page.getByRole("button", { name: texts.setup.clear }).click();
  await page.getByRole("button", { name: "white king" }).click();
  await click(page, "e1");
  await page.getByRole("combobox", { name: texts.home.rules, exact: true }).first().selectOption("hong");
  const fen = page.getByLabel(texts.setup.fen, { exact: true });
  const placed = "8/8/8/8/8/8/8/4K3 w - - 0 1";
  await expect(fen).toHaveValue(placed);
  await page.reload();
  await expect(fen).toHaveValue(placed);
  const rules = page.getByRole("combobox", { name: texts.home.rules, exact: true }).first();
  await expect(rules).toHaveValue("hong");
  // At once, however soon somebody loads the page anew.
  const address = await rules.evaluate(async (select) => {
    (select as HTMLSelectElement).value = "cuhk";
    select.dispatchEvent(new Event("change", { bubbles: true }));
    await Promise.resolve();
    return location.hash;
  });
  expect(address).toContain("rules=cuhk");
  await page.goto("/classics");
  await page.goBack();
  await expect(fen).toHaveValue(placed);
});

test("every page has a title of its own", async ({ page }) => {
  const game = await beginWith(page, { opponent: "here", open: { pgn: '[White "Anna"]\n[Black "Bert"]\n\n1. e4 1-0' } });
  for (const [path, title] of [
    ["/", null],
    ["/#setup", texts.setup.title],
    ["/#games", texts.games.title],
    ["/classics", texts.classics.title],
    ["/classics/cuhk", texts.classics.cards.cuhk.title],
    ["/no/such/page", texts.nowhere.title],
    [`/${game}`, texts.home.versus("Anna", "Bert")],
  ] as const) {
    await page.goto(path);
    await expect(page, path).toHaveTitle(title === null ? texts.appName : `${title} – ${texts.appName}`);
  }
});

test("beside the name it is the name that is changed", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: texts.home.changeName }).click();
  const question = page.getByRole("dialog", { name: texts.nameQuestion.title });
  await expect(question.getByLabel(texts.home.name)).toBeFocused();
  await page.keyboard.type("Grace");
  await page.keyboard.press("Enter");
  await expect(question).toHaveCount(0);
  await expect(page.locator(".who strong")).toHaveText("Grace");
  await beginWith(page, { opponent: "link" });
  await page.getByRole("button", { name: texts.home.changeName }).click();
  await expect(question.getByLabel(texts.home.name)).toHaveValue("Grace");
});

test("stored games are searched, replayed and exported", async ({ page }) => {
  await beginWith(page, { opponent: "here", rules: { name: "byu" } });
  for (const [i, m] of ["f3", "e5", "g4", "Qh4"].entries()) {
    await typeMove(page, m);
    await expect(page.locator(".move")).toHaveCount(i + 1);
  }
  await expect(page.locator(".turn")).toContainText("0-1");
  await openMenu(page, "games");
  await page.getByRole("combobox", { name: texts.games.result }).selectOption("0-1");
  await page.getByRole("combobox", { name: texts.games.rules }).selectOption("byu");
  await page.getByRole("button", { name: texts.games.search }).click();
  await expect(page.locator(".game-table tbody tr")).toHaveCount(1);
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: /as PGN/ }).click()]);
  expect(download.suggestedFilename()).toMatch(/\.pgn$/);
  await page.getByLabel(texts.games.player).fill("nobody of that name");
  await page.getByRole("button", { name: texts.games.search }).click();
  await expect(page.getByText(texts.games.none)).toBeVisible();
  await page.getByLabel(texts.games.player).fill("");
  await page.getByRole("button", { name: texts.games.search }).click();
  await page.locator(".game-table a").first().click();
  await expect(page.locator(".board-frame")).toBeVisible();
  // Whoever comes back finds the list as it was.
  await page.goBack();
  await expect(page.getByRole("combobox", { name: texts.games.result })).toHaveValue("0-1");
  await expect(page.getByRole("combobox", { name: texts.games.rules })).toHaveValue("byu");
  await expect(page.locator(".game-table tbody tr")).toHaveCount(1);
  await page.locator(".game-table a").first().click();
  await page.getByRole("button", { name: texts.game.first }).click();
  await expectMan(page, "f2", "white pawn");
  await page.getByRole("button", { name: texts.game.next }).click();
  await expectMan(page, "f3", "white pawn");
});

test("stored games are found by day and player, and leave in every form", async ({ page, browser, server }) => {
  const context = await browser.newContext({ baseURL: server.url });
  const stranger = await context.newPage();
  // What runs is for its players alone; what is over, everybody finds.
  await beginWith(stranger, { opponent: { computer: 1 } });
  await clickMove(stranger, "e2e4");
  await expect(stranger.locator(".move")).toHaveCount(2);
  await stranger.getByRole("button", { name: texts.game.resign }).click();
  await stranger.getByRole("dialog").getByRole("button", { name: texts.game.resign }).click();
  await expect(stranger.locator(".result")).toBeVisible();
  await page.goto("/");
  await page.evaluate(() => localStorage.setItem("tabiya.settings", JSON.stringify({ name: "Zelda" })));
  await page.reload();
  await beginWith(page, { opponent: { computer: 1 }, open: { pgn: "1. e4 e5 *" } });
  await page.goto("/#games");
  const rows = page.locator(".game-table tbody tr");
  const search = (): Promise<void> => page.getByRole("button", { name: texts.games.search }).click();
  await expect(rows.nth(1)).toBeVisible();
  await page.getByLabel(texts.games.mine).check();
  await search();
  await expect(rows).toHaveCount(1);
  await page.getByLabel(texts.games.mine).uncheck();
  await page.getByLabel(texts.games.player).fill("zelda");
  await search();
  await expect(rows).toHaveCount(1);
  await page.getByLabel(texts.games.to, { exact: true }).fill("2020-01-01");
  await search();
  await expect(page.getByText(texts.games.none)).toBeVisible();
  await page.getByLabel(texts.games.to, { exact: true }).fill("");
  await page.getByLabel(texts.games.from, { exact: true }).fill("2020-01-01");
  await search();
  await expect(rows).toHaveCount(1);
  const inside = { pgn: "1. e4 e5", xml: "<chessgame>", fen: "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w", json: "e2e4" };
  for (const [form, text] of Object.entries(inside)) {
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: new RegExp(`as ${form}$`, "i") }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(new RegExp(`\\.${form}$`));
    expect(readFileSync(await download.path(), "utf8")).toContain(text);
  }
  await context.close();
});

test("on no page a field lies over another", async ({ page }) => {
  await page.goto("/#games");
  await expect(page.getByRole("button", { name: texts.games.search })).toBeVisible();
  for (const width of [360, 560, 760, 900, 1024, 1280, 1600]) {
    await page.setViewportSize({ width, height: 800 });
    await expectNothingCutOff(page, `the games at ${width}`);
    const over = await page.locator(".search input, .search select, .search button").evaluateAll((fields) => {
      const boxes = fields.map((field) => field.getBoundingClientRect());
      return boxes.some((a, i) =>
        boxes.some((b, j) => i < j && a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1),
      );
    });
    expect(over, `at ${width}`).toBe(false);
  }
});

test("a rule file of one's own is checked, explained and played", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("combobox", { name: texts.home.rules }).selectOption("own");
  const file = page.locator(".options input[type=file]");
  const start = page.getByRole("button", { name: texts.home.here });
  // Without a file, or with a faulty one after a good one, nothing else is played instead.
  await start.click();
  await expect(page.getByRole("alert")).toHaveText(texts.home.noRuleFile);
  const good = { name: "good.toml", mimeType: "text/plain", buffer: Buffer.from('parent = "fide"\ncastling = false\n') };
  await file.setInputFiles(good);
  await expect(page.getByRole("alert")).toHaveCount(0);
  await file.setInputFiles({ name: "bad.toml", mimeType: "text/plain", buffer: Buffer.from('parent = "fide"\ncastling = "sometimes"\n') });
  await expect(page.getByRole("alert")).toContainText("castling");
  await start.click();
  await expect(page.getByRole("alert")).toHaveText(texts.home.noRuleFile);
  // Nor is an empty clock none.
  await page.getByRole("combobox", { name: texts.home.clock }).selectOption("own");
  await page.getByRole("combobox", { name: texts.home.rules }).selectOption("byu");
  await start.click();
  await expect(page.getByRole("alert")).toHaveText(texts.home.noOwnClock);
  await page.getByRole("combobox", { name: texts.home.clock }).selectOption("");
  await page.getByRole("combobox", { name: texts.home.rules }).selectOption("own");
  await file.setInputFiles({
    name: "slow.toml",
    mimeType: "text/plain",
    buffer: Buffer.from('name = "slow"\nsummary = "pawns take one step"\nparent = "fide"\ndouble-step = false\nen-passant = false\n'),
  });
  await expect(page.locator(".explained")).toHaveText("pawns take one step");
  // Ratings are those of chess, and that is told where it matters.
  const ratings = page.getByText(texts.home.ratingsOfChess);
  await expect(ratings).toBeVisible();
  await page.getByRole("combobox", { name: texts.home.rules }).selectOption("fide");
  await expect(ratings).toHaveCount(0);
  await page.getByRole("combobox", { name: texts.home.rules }).selectOption("own");
  await page.getByRole("button", { name: texts.home.here }).click();
  await expect(page.locator("cg-board piece").first()).toBeVisible();
  await click(page, "e2");
  await expect(page.locator("cg-board square.move-dest:visible")).toHaveCount(1);
});

test("settings change how it looks and are kept", async ({ page }) => {
  await begin(page, texts.home.here);
  await openMenu(page, "settings");
  for (const name of Object.values(texts.settings.boards)) await page.getByRole("dialog").getByText(name, { exact: true }).click();
  for (const [set, name] of Object.entries(texts.settings.sets)) {
    await page.getByRole("dialog").getByText(name, { exact: true }).click();
    await expect(page.locator("html")).toHaveAttribute("data-pieces", set);
    const image = await page
      .locator("cg-board piece")
      .first()
      .evaluate((piece) => getComputedStyle(piece).backgroundImage);
    expect(image).toContain("data:image/svg+xml");
  }
  await page.getByRole("dialog").getByLabel(texts.settings.print).check();
  await page.getByRole("dialog").getByText(texts.settings.coordinatesAt.none, { exact: true }).click();
  await page.getByRole("button", { name: texts.settings.done }).click();
  await expect(page.locator("coords")).toHaveCount(0);
  // The board that is drawn anew can be played on.
  await clickMove(page, "e2e4");
  await expect(page.locator(".move")).toHaveCount(1);
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("data-pieces", "letters");
  await expect(page.locator("html")).toHaveAttribute("data-print", "large");
  await expect(page.locator("cg-board piece").first()).toBeVisible();
  await expectNothingCutOff(page, "large print");
  await page.keyboard.press("m");
  await expect(status(page)).toHaveText(texts.game.muted);
});

test("an address begins one game for two under BYU's rules, and going back begins no other", async ({ page }) => {
  const mine = async (): Promise<{ game: string; rules: string }[]> =>
    ((await (await page.request.get("/v1/games?mine=true")).json()) as { games: { game: string; rules: string }[] }).games;
  await page.goto("/");
  await expect(page.getByRole("heading", { name: texts.home.title })).toBeVisible();
  await page.goto("/#play=here&rules=byu");
  await expect(page.locator("cg-board piece").first()).toBeVisible();
  const [game, ...others] = await mine();
  expect([game?.rules, others.length, new URL(page.url()).pathname]).toEqual(["byu", 0, `/${game?.game}`]);
  await clickMove(page, "e2e4");
  await clickMove(page, "e7e5");
  await expectMoves(page, ["e4", "e5"]);
  await page.goBack();
  await expect(page.getByRole("heading", { name: texts.home.title })).toBeVisible();
  expect(await mine()).toHaveLength(1);
  await page.goto("/#play=here&rules=nonsense");
  await expect(page.locator(".notice")).toContainText("nonsense");
  await expect(page.getByRole("heading", { name: texts.home.title })).toBeVisible();
  expect(await mine()).toHaveLength(1);
});

test("a game that is not there says so", async ({ page }) => {
  await page.goto("/aaaaaaaa");
  await expect(page.getByRole("heading", { name: texts.game.notThere })).toBeVisible();
  await expect(page.getByRole("alert")).toHaveText(texts.game.whyNotThere);
});

test.describe("on a phone", () => {
  test.use({ viewport: PHONE, hasTouch: true, isMobile: true });

  test("everything fits and touch moves the men", async ({ page }) => {
    await page.goto("/");
    await expect(page.getByRole("button", { name: texts.home.here })).toBeVisible();
    await expectNothingCutOff(page, "the first page");
    await page.getByRole("button", { name: texts.home.here }).tap();
    await expect(page.locator("cg-board piece").first()).toBeVisible();
    await expectNothingCutOff(page, "a game");
    const box = await page.locator(".board-ground").boundingBox();
    if (!box) throw new Error("no board");
    expect(box.width).toBeGreaterThan(330);
    const size = box.width / 8;
    const tap = (file: number, rank: number): Promise<void> =>
      page.touchscreen.tap(box.x + (file + 0.5) * size, box.y + (8 - rank + 0.5) * size);
    await tap(4, 2);
    await expect(page.locator("cg-board square.move-dest:visible")).toHaveCount(2);
    await tap(4, 4);
    await expectMoves(page, ["e4"]);
    await expectAccessible(page, "a game on a phone");
    await page.getByRole("button", { name: texts.commands.menu }).tap();
    await expectNothingCutOff(page, "the menu");
    await page.goto("/#setup");
    await expect(page.locator("cg-board piece").first()).toBeVisible();
    await expectNothingCutOff(page, "the editor");
    await page.goto("/#games");
    await expect(page.locator(".game-table tbody tr").first()).toBeVisible();
    await expectNothingCutOff(page, "the games");
  });

  test("whatever is opened from far down the first page is seen from its top", async ({ page }) => {
    for (const card of [texts.home.setup, texts.home.link]) {
      await page.goto("/");
      await expect(page.getByRole("button", { name: card })).toBeVisible();
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
      expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0);
      await page.getByRole("button", { name: card }).tap();
      await expect(page.locator("cg-board piece").first()).toBeVisible();
      expect(await page.evaluate(() => scrollY), card).toBe(0);
    }
  });

  test("everything fits in large print, too", async ({ page }) => {
    await page.goto("/");
    await page.evaluate(() => localStorage.setItem("tabiya.settings", JSON.stringify({ print: "large" })));
    await page.reload();
    await expect(page.getByRole("button", { name: texts.home.here })).toBeVisible();
    await expectNothingCutOff(page, "the first page in large print");
    await beginWith(page, { opponent: "here", clock: "10+5", open: { pgn: "1. e4 d5 2. exd5 Qxd5 3. Nc3 Qxg2 *" } });
    await expectNothingCutOff(page, "a game in large print");
    const board = await page.locator(".board-ground").boundingBox();
    // To the left of the board there is a rim for its digits.
    const right = (box: { x: number; width: number } | null): number => (box ? box.x + box.width : Number.NaN);
    for (const player of await page.locator(".player").all()) expect(right(await player.boundingBox())).toBeCloseTo(right(board), 0);
    for (const command of ["new", "undo", "quit"]) await expect(page.locator(`.tools [data-command="${command}"]`)).toBeInViewport();
    await page.getByRole("button", { name: texts.game.resign }).tap();
    await expectNothingCutOff(page, "a dialog in large print");
    await page.keyboard.press("Escape");
    for (const place of ["/#setup", "/#games"]) {
      await page.goto(place);
      await expect(page.locator("main button").first()).toBeVisible();
      await expectNothingCutOff(page, `${place} in large print`);
    }
  });
});
