import { readFileSync, writeFileSync } from "node:fs";
import {
  begin,
  beginWith,
  clickMove,
  expect,
  expectAccessible,
  expectMan,
  expectMoves,
  openMenu,
  status,
  test,
  texts,
  typeMove,
} from "./support.ts";
import type { Page } from "./support.ts";

/** Pickers show the system's own dialogs, which no test can reach: real files of the browser's private folder stand in. */
async function withPickers(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const folder = navigator.storage.getDirectory();
    const pickers = window as unknown as Record<string, unknown>;
    pickers.showSaveFilePicker = async (options: { suggestedName: string }) =>
      (await folder).getFileHandle(options.suggestedName, { create: true });
    pickers.showOpenFilePicker = async () => [await (await folder).getFileHandle(pickers.chosen as string)];
  });
}

async function withoutPickers(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const pickers = window as unknown as Record<string, unknown>;
    delete pickers.showSaveFilePicker;
    delete pickers.showOpenFilePicker;
  });
}

async function stored(page: Page, name: string): Promise<string> {
  return page.evaluate(async (file) => (await (await (await navigator.storage.getDirectory()).getFileHandle(file)).getFile()).text(), name);
}

async function playOpening(page: Page): Promise<void> {
  for (const m of ["e4", "d5", "exd5", "Qxd5"]) await typeMove(page, m);
  await expectMoves(page, ["e4", "d5", "exd5", "Qxd5"]);
}

test("save asks for a name once, then writes to the same file; opening it again asks before replacing", async ({ page }) => {
  await withPickers(page);
  await begin(page, texts.home.here);
  await playOpening(page);
  await page.keyboard.press("Control+s");
  await page.getByRole("dialog").getByLabel(texts.files.fileName).fill("club");
  await page.getByRole("dialog").getByRole("button", { name: texts.commands.save }).click();
  await expect(status(page)).toHaveText(texts.files.saved("club.pgn"));
  expect(await stored(page, "club.pgn")).toContain("1. e4 d5 2. exd5 Qxd5");
  await typeMove(page, "Nc3");
  await expect(page.locator(".move")).toHaveCount(5);
  await page.locator(".turn").click();
  await page.keyboard.press("Control+s");
  await expect(status(page)).toHaveText(texts.files.saved("club.pgn"));
  expect(await stored(page, "club.pgn")).toContain("3. Nc3");

  await page.evaluate(() => ((window as unknown as Record<string, string>).chosen = "club.pgn"));
  await page.keyboard.press("Control+o");
  await page.getByRole("button", { name: texts.files.choose }).click();
  await expect(status(page)).toContainText(texts.files.opened("club.pgn"));
  await expect(page.locator(".move")).toHaveCount(5);
  // Undo reaches back to the start after opening, too.
  for (let left = 4; left >= 0; left--) {
    await page.keyboard.press("Control+z");
    await expect(page.locator(".move")).toHaveCount(left);
  }
  await clickMove(page, "g1f3");
  await expectMoves(page, ["Nf3"]);
  await page.keyboard.press("Control+s");
  const question = page.getByRole("dialog", { name: texts.files.replaceTitle });
  await question.getByRole("button", { name: texts.dialogs.cancel }).click();
  expect(await stored(page, "club.pgn")).toContain("3. Nc3");
  await page.keyboard.press("Control+s");
  await question.getByRole("button", { name: texts.files.replaceYes }).click();
  await expect(status(page)).toHaveText(texts.files.saved("club.pgn"));
  expect(await stored(page, "club.pgn")).toContain("1. Nf3");
});

test("XML goes out and comes back; without a picker saving downloads", async ({ page }) => {
  await withoutPickers(page);
  await beginWith(page, { opponent: "here", rules: { name: "byu" } });
  await playOpening(page);
  await page.locator(".turn").click();
  await page.keyboard.press("Shift+Control+s");
  await page.getByRole("dialog").getByLabel(texts.files.forms.xml).check();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("dialog").getByRole("button", { name: texts.commands.save }).click(),
  ]);
  const path = await download.path();
  const xml = readFileSync(path, "utf8");
  expect(xml.startsWith("<chessgame>\n\t<board>")).toBe(true);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.keyboard.press("Control+o");
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), page.getByRole("button", { name: texts.files.choose }).click()]);
  await chooser.setFiles({ name: "game.xml", mimeType: "application/xml", buffer: Buffer.from(xml) });
  await expect(status(page)).toContainText(texts.files.opened("game.xml"));
  await expectMoves(page, ["e4", "d5", "exd5", "Qxd5"]);
  await page.locator(".turn").click();
  await page.keyboard.press("Shift+Control+s");
  const [again] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("dialog").getByRole("button", { name: texts.commands.save }).click(),
  ]);
  expect(readFileSync(await again.path(), "utf8")).toBe(xml);
});

test("what is wrong is told, and the running game stays", async ({ page }) => {
  await withoutPickers(page);
  await begin(page, texts.home.here);
  await typeMove(page, "e4");
  await expectMoves(page, ["e4"]);
  const before = page.url();
  for (const bad of ["<chessgame><board></chessgame>", "8/8/8/8/8/8/8/9 w - - 0 1", '{"no": "game"}']) {
    await page.locator(".turn").click();
    await page.keyboard.press("Control+o");
    await page.getByLabel(texts.files.paste).fill(bad);
    await page.getByRole("button", { name: texts.files.openPasted, exact: true }).last().click();
    await expect(page.getByRole("alert")).toContainText("Could not open");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  }
  expect(page.url()).toBe(before);
  await expectMoves(page, ["e4"]);
  await expect(status(page)).toContainText("Could not open");
});

/** White takes a pawn on g6 with check; before that the pawn stood there. */
const ANY_START = `<chessgame><board>
<piece type="king" color="black" column="7" row="0"/><piece type="king" color="white" column="5" row="1"/>
<piece type="queen" color="white" column="6" row="2"/></board><history><move>
<piece type="queen" color="white" column="6" row="3"/><piece type="queen" color="white" column="6" row="2"/>
<piece type="pawn" color="black" column="6" row="2"/></move></history></chessgame>`;

test("XML from any start is opened, taken back to that start and saved", async ({ page }) => {
  await withoutPickers(page);
  await page.goto("/");
  await expect(page.getByRole("button", { name: texts.home.here })).toBeVisible();
  await page.keyboard.press("Control+o");
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), page.getByRole("button", { name: texts.files.choose }).click()]);
  await chooser.setFiles({ name: "any.xml", mimeType: "application/xml", buffer: Buffer.from(ANY_START) });
  await expect(status(page)).toContainText(texts.files.opened("any.xml"));
  await expect(status(page)).toContainText(texts.files.otherStart);
  await expectMoves(page, ["Qxg6"]);
  await page.locator(".turn").click();
  await page.keyboard.press("Control+z");
  await expectMoves(page, []);
  await typeMove(page, "Qxg6");
  await expectMoves(page, ["Qxg6"]);
  await page.locator(".turn").click();
  await page.keyboard.press("Shift+Control+s");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("dialog").getByRole("button", { name: texts.commands.save }).click(),
  ]);
  const saved = readFileSync(await download.path(), "utf8");
  expect(saved.replace(/[\t\n]/g, "")).toBe(ANY_START.replace(/[\t\n]/g, ""));
});

test("what XML cannot hold of a start is told before it is saved", async ({ page }) => {
  await withoutPickers(page);
  await beginWith(page, { opponent: "here", position: "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1" });
  await page.keyboard.press("Control+s");
  await page.getByRole("dialog").getByLabel(texts.files.forms.xml).check();
  await expect(page.getByRole("dialog")).toContainText("that it is Black's turn");
});

test("a game that XML cannot hold is offered as PGN", async ({ page }) => {
  await withoutPickers(page);
  await beginWith(page, { opponent: "here", position: "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1" });
  await typeMove(page, "exd6");
  await expectMoves(page, ["exd6"]);
  await page.locator(".turn").click();
  await page.keyboard.press("Control+s");
  await page.getByRole("dialog").getByLabel(texts.files.forms.xml).check();
  await page.getByRole("dialog").getByRole("button", { name: texts.commands.save }).click();
  await expect(page.getByRole("alert")).toBeVisible();
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: texts.files.asPgn }).click()]);
  expect(readFileSync(await download.path(), "utf8")).toContain("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1");
});

test("a file that is dropped is opened, and so is what is pasted", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("button", { name: texts.home.here })).toBeVisible();
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.items.add(new File(["1. d4 d5 *"], "dropped.pgn"));
    window.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  });
  await expectMoves(page, ["d4", "d5"]);
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.setData("text/plain", "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1");
    document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true }));
  });
  await expect(page.locator(".turn")).toHaveText(texts.game.toMove.black);
  await expectMan(page, "e2", "white pawn");
});

test("a hostile PGN is harmless text", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: texts.home.changeName }).click();
  await page.getByRole("dialog").getByLabel(texts.settings.name).fill("<img src=x onerror=document.title=1>");
  await page.getByRole("button", { name: texts.settings.done }).click();
  const pgn = `[White "<img src=x onerror=document.title='owned'>"]\n[Black "</script><svg onload=document.title='owned'>"]\n\n1. e4 {</script><svg onload=alert(1)>} e5 {<b>bold</b>} *`;
  await page.evaluate((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], "<img src=x onerror=document.title=1>.pgn"));
    window.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  }, pgn);
  await expectMoves(page, ["e4", "e5"]);
  await expect(status(page)).toContainText("<img src=x onerror=");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("<img src=x onerror=");
  // What cannot be read is quoted in the reason, as text.
  await typeMove(page, "<img src=x onerror=alert(1)>");
  await expect(page.getByRole("log").locator(".refusal")).toHaveCount(1);
  await expect(status(page)).toBeVisible();
  await expect(page.locator(".game img, .game svg[onload], .game b")).toHaveCount(0);
  await page.goto("/#games");
  await expect(page.getByRole("link", { name: /<img src=x/ }).first()).toBeVisible();
  await expect(page.locator(".games img")).toHaveCount(0);
  expect(await page.title()).toBe(`${texts.games.title} – ${texts.appName}`);
});

test("a file from the desktop is dropped onto the page", async ({ page }, info) => {
  await begin(page, texts.home.here);
  const path = info.outputPath("dragged.pgn");
  writeFileSync(path, "1. c4 e5 2. Nc3 *");
  const desktop = await page.context().newCDPSession(page);
  const data = { items: [], files: [path], dragOperationsMask: 1 };
  for (const type of ["dragEnter", "dragOver", "drop"] as const)
    await desktop.send("Input.dispatchDragEvent", { type, x: 500, y: 400, data });
  await expect(status(page)).toContainText(texts.files.opened("dragged.pgn"));
  await expectMoves(page, ["c4", "e5", "Nc3"]);
});

test("a copied file is pasted; what is pasted into a field stays there", async ({ page }) => {
  await begin(page, texts.home.here);
  const before = page.url();
  await page.getByLabel(texts.game.typed, { exact: true }).focus();
  await page.evaluate(() => navigator.clipboard.writeText("1. d4 d5 *"));
  await page.keyboard.press("Control+v");
  await expect(page.getByLabel(texts.game.typed, { exact: true })).toHaveValue("1. d4 d5 *");
  expect(page.url()).toBe(before);
  // Outside of a field the same text is a game.
  await page.locator(".turn").click();
  await page.keyboard.press("Control+v");
  await expectMoves(page, ["d4", "d5"]);
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.items.add(new File(["1. g3 g6 *"], "copied.pgn"));
    document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true }));
  });
  await expect(status(page)).toContainText(texts.files.opened("copied.pgn"));
  await expectMoves(page, ["g3", "g6"]);
});

test("a file too large, or a picker that is cancelled, changes nothing", async ({ page }) => {
  await page.addInitScript(() => {
    const pickers = window as unknown as Record<string, unknown>;
    const cancelled = async (): Promise<never> => Promise.reject(new DOMException("cancelled", "AbortError"));
    pickers.showOpenFilePicker = cancelled;
    pickers.showSaveFilePicker = cancelled;
  });
  await begin(page, texts.home.here);
  await typeMove(page, "e4");
  await expectMoves(page, ["e4"]);
  const before = page.url();
  await page.locator(".turn").click();
  await page.keyboard.press("Control+o");
  await page.getByRole("button", { name: texts.files.choose }).click();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+s");
  await page.getByRole("dialog").getByRole("button", { name: texts.commands.save }).click();
  await expect(page.getByRole("alert")).toHaveCount(0);
  await expect(page.getByRole("log").locator(".refusal")).toHaveCount(0);
  await page.keyboard.press("Escape");
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.items.add(new File(["x".repeat(2_000_001)], "huge.pgn"));
    window.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  });
  await expect(status(page)).toHaveText(texts.files.cannotOpen("huge.pgn", texts.files.tooLarge(2_000_000)));
  expect(page.url()).toBe(before);
  await expectMoves(page, ["e4"]);
});

test("what is dropped or pasted takes no running game away without a word", async ({ page }) => {
  await begin(page, texts.home.here);
  await typeMove(page, "e4");
  await expectMoves(page, ["e4"]);
  const game = page.url();
  const dialog = page.getByRole("dialog", { name: texts.files.leaveTitle("club.pgn") });
  await drop(page, "club.pgn", "1. d4 d5 *");
  await expect(dialog).toContainText(texts.files.leaveGame(false));
  await expect(dialog.getByRole("button", { name: texts.dialogs.cancel })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(dialog).toHaveCount(0);
  expect(page.url()).toBe(game);
  await expectMoves(page, ["e4"]);
  // Whoever asked to open something has said so already.
  await page.locator(".turn").click();
  await page.keyboard.press("Control+o");
  await drop(page, "club.pgn", "1. d4 d5 *");
  await expectMoves(page, ["d4", "d5"]);
  // Nothing was done in it yet, so the next comes at once.
  await drop(page, "other.pgn", "1. c4 *");
  await expectMoves(page, ["c4"]);
  await typeMove(page, "c5");
  await expectMoves(page, ["c4", "c5"]);
  await drop(page, "club.pgn", "1. d4 d5 *");
  await dialog.getByRole("button", { name: texts.files.leaveYes }).click();
  await expectMoves(page, ["d4", "d5"]);
});

test("a long text is pasted at once, and one that is too long is refused before it is sent", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: texts.home.open }).click();
  const asked: string[] = [];
  page.on("request", (request) => request.method() === "POST" && asked.push(request.url()));
  const paste = (megabytes: number): Promise<number> =>
    page.getByLabel(texts.files.paste).evaluate((field, megabytes) => {
      const game = `[White "Ann"]\n[Black "Bob"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n\n`;
      const data = new DataTransfer();
      data.setData("text/plain", game.repeat((megabytes * 1_000_000) / game.length));
      const event = new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true });
      field.dispatchEvent(event);
      return event.defaultPrevented ? 1 : 0;
    }, megabytes);
  expect(await paste(3.8)).toBe(1);
  await expect(page.getByRole("alert")).toHaveText(texts.files.cannotOpen(texts.files.pasted, texts.files.tooLarge(2_000_000)));
  expect(asked).toEqual([]);
  expect(await paste(1.9)).toBe(1);
  await expect(page.getByRole("alert")).toHaveCount(0);
  await expect(page.getByText(/^A long text: 1\.90 million/)).toBeVisible();
  await page.getByRole("button", { name: texts.files.openPasted, exact: true }).last().click();
  await expectMoves(page, ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6"]);
});

test("Save as takes another name and form, and Save goes on with that one", async ({ page }) => {
  await withPickers(page);
  await begin(page, texts.home.here);
  await playOpening(page);
  const saveAs = async (name: string, form: "pgn" | "fen" | "json"): Promise<void> => {
    await page.locator('[data-command="save-as"]').click();
    await page.getByRole("dialog").getByLabel(texts.files.fileName).fill(name);
    await page.getByRole("dialog").getByLabel(texts.files.forms[form]).check();
    await page.getByRole("dialog").getByRole("button", { name: texts.commands.save }).click();
    await expect(status(page)).toContainText(texts.files.saved(`${name}.${form}`));
  };
  await saveAs("first", "pgn");
  await saveAs("second", "json");
  await typeMove(page, "Nc3");
  await expect(page.locator(".move")).toHaveCount(5);
  await page.locator('[data-command="save"]').click();
  await expect(status(page)).toHaveText(texts.files.saved("second.json"));
  expect(JSON.stringify(JSON.parse(await stored(page, "second.json")))).toContain("b1c3");
  expect(await stored(page, "first.pgn")).not.toContain("Nc3");
  await saveAs("place", "fen");
  expect(await stored(page, "place.fen")).toContain("rnb1kbnr/ppp1pppp/8/3q4/8/2N5/PPPP1PPP/R1BQKBNR b KQkq");
});

const CLUB = `[White "Ann"]
[Black "Bob"]

1. e4 {best by test} e5 (1... c5) 2. Nf3 *

[White "Cleo"]
[Black "Dan"]

1. d4 d5 *

[White "Eve"]
[Black "Fay"]

1. c4 1-0
`;

async function drop(page: Page, name: string, text: string): Promise<void> {
  await page.evaluate(
    ([file, content]) => {
      const data = new DataTransfer();
      data.items.add(new File([content], file));
      window.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
    },
    [name, text] as const,
  );
}

async function openClub(page: Page): Promise<void> {
  await page.goto("/");
  await expect(page.getByRole("button", { name: texts.home.here })).toBeVisible();
  await drop(page, "club.pgn", CLUB);
  await expectMoves(page, ["e4", "e5", "Nf3"]);
}

test("of several games in a file it is told which is open, and the others are a step away", async ({ page }) => {
  await openClub(page);
  const told = (number: number, white: string, black: string): string =>
    `${texts.files.opened("club.pgn")} ${texts.files.gameOf(number, 3, white, black)}`;
  await expect(status(page)).toContainText(told(1, "Ann", "Bob"));
  await expect(page.getByRole("log")).toContainText(told(1, "Ann", "Bob"));
  await expect(status(page)).not.toContainText(texts.files.leftOut("").slice(0, -1));
  await expectAccessible(page, "a game of several");
  const first = page.url();
  const previous = page.getByRole("button", { name: texts.files.previousGame });
  const next = page.getByRole("button", { name: texts.files.nextGame });
  await expect(previous).toBeDisabled();
  await next.click();
  await expectMoves(page, ["d4", "d5"]);
  await expect(page.getByRole("log")).toContainText(told(2, "Cleo", "Dan"));
  const second = page.url();
  expect(second).not.toBe(first);
  // The keyboard stays where it was, until there is no next one.
  await expect(next).toBeFocused();
  await page.keyboard.press("Enter");
  await expectMoves(page, ["c4"]);
  await expect(status(page)).toContainText(told(3, "Eve", "Fay"));
  await expect(next).toBeDisabled();
  await expect(page.getByRole("button", { name: texts.files.place(3, 3), exact: true })).toBeFocused();
  // Going back is to the same game, not to another copy of it.
  await previous.click();
  await expectMoves(page, ["d4", "d5"]);
  expect(page.url()).toBe(second);
  await typeMove(page, "c4");
  await expectMoves(page, ["d4", "d5", "c4"]);
  await previous.click();
  await expectMoves(page, ["e4", "e5", "Nf3"]);
  expect(page.url()).toBe(first);
  await next.click();
  await expectMoves(page, ["d4", "d5", "c4"]);
});

test("a game of a file is chosen by its number, with the keyboard alone", async ({ page }) => {
  await openClub(page);
  const first = page.url();
  await page.keyboard.press("g");
  const dialog = page.getByRole("dialog", { name: texts.commands.fileGames });
  await expect(dialog.getByLabel(texts.files.number(3))).toBeFocused();
  await expectAccessible(page, "the choice of a game");
  // There is no fourth.
  await page.keyboard.type("4");
  await page.keyboard.press("Enter");
  await expect(dialog).toBeVisible();
  expect(page.url()).toBe(first);
  await page.keyboard.press("Control+a");
  await page.keyboard.type("3");
  await page.keyboard.press("Enter");
  await expect(dialog).toHaveCount(0);
  await expectMoves(page, ["c4"]);
  await expect(status(page)).toContainText(texts.files.gameOf(3, 3, "Eve", "Fay"));
  await page.goto("/#games");
  for (const players of ["Ann – Bob", "Eve – Fay"]) await expect(page.getByRole("link", { name: players }).first()).toBeVisible();
});

test("a damaged game of a file is told with its number, and the others can be opened", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("button", { name: texts.home.here })).toBeVisible();
  await drop(
    page,
    "torn.pgn",
    `[White "Ann"]\n[Black "Bob"]\n\n1. e4 *\n\n[White "Cleo"]\n[Black "Dan"]\n\n1. Ke4 *\n\n[White "Eve"]\n[Black "Fay"]\n\n1. c4 *\n`,
  );
  await expectMoves(page, ["e4"]);
  const before = page.url();
  await page.getByRole("button", { name: texts.files.nextGame }).click();
  await expect(page.getByRole("log").locator(".refusal")).toContainText(texts.files.cannotOpen(texts.files.gameIn(2, "torn.pgn"), ""));
  expect(page.url()).toBe(before);
  await openMenu(page, "file-games");
  await page.getByRole("dialog").getByRole("spinbutton").fill("2");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog").getByRole("alert")).toContainText(texts.files.gameIn(2, "torn.pgn"));
  await page.getByRole("dialog").getByRole("spinbutton").fill("3");
  await page.getByRole("dialog").getByRole("button", { name: texts.files.openNumber, exact: true }).click();
  await expectMoves(page, ["c4"]);
});

test("a single game has no others to go to", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("button", { name: texts.home.here })).toBeVisible();
  await drop(page, "one.pgn", "1. e4 *");
  await expectMoves(page, ["e4"]);
  await expect(status(page)).toHaveText(texts.files.opened("one.pgn"));
  await expect(page.getByRole("region", { name: texts.files.gamesOfFile })).toHaveCount(0);
  await page.keyboard.press("g");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("what could not be kept of a file is told", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("button", { name: texts.home.here })).toBeVisible();
  const much = `{${"much to say ".repeat(5000)}}`;
  await drop(page, "long.pgn", `1. e4 ${much} e5 ${much} 2. Nf3 ${much} Nc6 ${much} 3. Bb5 ${much} *`);
  await expectMoves(page, ["e4", "e5", "Nf3", "Nc6", "Bb5"]);
  await expect(status(page)).toContainText(/Left out: headings, comments and marks: .*\.$/);
});

test("the players of the file sit at the board", async ({ page }) => {
  await openClub(page);
  const name = (side: "white" | "black") => page.locator(`.player[data-side="${side}"] .player-name strong`);
  await expect(name("white")).toHaveText("Ann");
  await expect(name("black")).toHaveText("Bob");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Ann – Bob");
  // Who is not known is called by the side.
  await drop(page, "half.pgn", `[White "Eve"]\n[Black "?"]\n\n1. c4 *`);
  await expect(name("white")).toHaveText("Eve");
  await expect(name("black")).toHaveText(texts.sides.black);
  await drop(page, "nobody.pgn", "1. d4 *");
  await expectMoves(page, ["d4"]);
  await expect(name("white")).toHaveText(texts.sides.white);
});

test("what a form cannot hold is told once it is saved", async ({ page }) => {
  await withPickers(page);
  await openClub(page);
  const saveAs = async (name: string, form: "pgn" | "json" | "fen"): Promise<void> => {
    await page.locator('[data-command="save-as"]').click();
    await page.getByRole("dialog").getByLabel(texts.files.fileName).fill(name);
    await page.getByRole("dialog").getByLabel(texts.files.forms[form]).check();
    await page.getByRole("dialog").getByRole("button", { name: texts.commands.save }).click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
  };
  await saveAs("whole", "pgn");
  await expect(status(page)).toHaveText(texts.files.saved("whole.pgn"));
  expect(await stored(page, "whole.pgn")).toContain("best by test");
  await saveAs("events", "json");
  const losses = `${texts.files.saved("events.json")} ${texts.files.leftOut("the comments")}`;
  await expect(status(page)).toHaveText(losses);
  await expect(page.getByRole("log")).toContainText(losses);
  // Save goes on in that form, and says it again.
  await typeMove(page, "Nc6");
  await expect(page.locator("td > .move")).toHaveCount(4);
  await page.locator('[data-command="save"]').click();
  await expect(status(page)).toHaveText(losses);
  await saveAs("place", "fen");
  await expect(status(page)).toHaveText(`${texts.files.saved("place.fen")} ${texts.files.leftOut("everything but the position")}`);
  // A file that was opened is saved whole, wherever one stands in it.
  await page.locator(".turn").click();
  await page.keyboard.press("Control+z");
  await expect(page.locator("td > .move")).toHaveCount(3);
  await saveAs("undone", "pgn");
  await expect(status(page)).toHaveText(texts.files.saved("undone.pgn"));
  expect(await stored(page, "undone.pgn")).toContain("Nc6");
});

test("a file of several games is not replaced by one without saying so", async ({ page }) => {
  await withPickers(page);
  await page.goto("/");
  await page.evaluate(async (text) => {
    const file = await (await (await navigator.storage.getDirectory()).getFileHandle("club.pgn", { create: true })).createWritable();
    await file.write(text);
    await file.close();
    (window as unknown as Record<string, string>).chosen = "club.pgn";
  }, CLUB);
  await page.locator('[data-command="open"]').click();
  await page.getByRole("button", { name: texts.files.choose }).click();
  await expectMoves(page, ["e4", "e5", "Nf3"]);
  await page.keyboard.press("Control+s");
  const question = page.getByRole("dialog", { name: texts.files.replaceTitle });
  await expect(question).toContainText(texts.files.replace("club.pgn", 3));
  await question.getByRole("button", { name: texts.dialogs.cancel }).click();
  expect(await stored(page, "club.pgn")).toBe(CLUB);
});

test("a finished game is looked at with its result, and playing on from one of its moves is another game", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("button", { name: texts.home.here })).toBeVisible();
  await drop(page, "over.pgn", '[White "Zoë"]\n[Black "Li"]\n[Result "1-0"]\n\n1. e4 e5 2. Nf3 {fine} (2. f4) d6 1-0\n');
  await expectMoves(page, ["e4", "e5", "Nf3", "d6"]);
  await expect(page.locator(".result")).toHaveText("1-0");
  await expect(page.locator(".remark")).toHaveText("fine");
  await expect(page.getByRole("button", { name: texts.game.rematch })).toHaveCount(0);
  await expectAccessible(page, "a finished game from a file");
  const record = page.url();
  await page.keyboard.press("Control+z");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expectMoves(page, ["e4", "e5", "Nf3", "d6"]);
  // The board is walked, and the game stays as it was.
  await page.getByRole("button", { name: "e5", exact: true }).click();
  await page.getByRole("button", { name: texts.files.playOnFrom }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText(texts.files.playOnText("1... e5", "1-0"));
  await expectAccessible(page, "the question whether to play on");
  await dialog.getByRole("button", { name: texts.files.playOnFrom }).click();
  await expectMoves(page, ["e4", "e5"]);
  expect(page.url()).not.toBe(record);
  await expect(page.locator(".result")).toHaveCount(0);
  await expect(page.getByRole("log")).toContainText("1-0");
  await page.goto(record);
  await expectMoves(page, ["e4", "e5", "Nf3", "d6"]);
  await expect(page.locator(".result")).toHaveText("1-0");
});

test("what the headings of a file say is shown above its moves", async ({ page }) => {
  const text =
    '[Event "Candidates"]\n[Site "London"]\n[Date "1851.06.??"]\n[Round "3.1"]\n[White "Zoë"]\n[Black "Li"]\n[WhiteElo "2100"]\n[Hall "<b>B</b>"]\n\n1. e4 e5 1-0\n';
  await beginWith(page, { opponent: "here", open: { pgn: text } });
  const headings = page.locator(".headings");
  await expect(headings.locator("summary")).toHaveText(`Candidates, London, ${texts.headings.round("3.1")}, 1851.06`);
  await headings.locator("summary").click();
  for (const [name, value] of [
    ["White", "Zoë"],
    ["WhiteElo", "2100"],
    ["Hall", "<b>B</b>"],
  ] as const)
    await expect(
      headings.locator("div", { has: page.getByText(texts.headings.names[name] ?? name, { exact: true }) }).locator("dd"),
    ).toHaveText(value);
  await expectAccessible(page, "headings of a file");
  await beginWith(page, { opponent: "here" });
  await expect(headings).toHaveCount(0);
});

test("a dropped file that was written in the letters of older programs is read as it was meant", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("button", { name: texts.home.here })).toBeVisible();
  await page.evaluate(() => {
    const text = '[White "Müller"]\n[Black "Søren"]\n\n1. d4 d5 *\n';
    const data = new DataTransfer();
    data.items.add(new File([Uint8Array.from(text, (letter) => letter.charCodeAt(0))], "older.pgn"));
    window.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  });
  await expectMoves(page, ["d4", "d5"]);
  await expect(page.locator('.player[data-side="white"] strong')).toHaveText("Müller");
  await expect(page.locator('.player[data-side="black"] strong')).toHaveText("Søren");
});

test("what is being typed of a move is saved with the game, and is there after a reload", async ({ page }) => {
  await withPickers(page);
  await beginWith(page, { opponent: "here", open: { pgn: '[White "Zoe"]\n[Black "Li"]\n\n1. e4 e5 *' } });
  await page.locator(".remarks-panel summary").click();
  const remark = page.getByLabel(texts.remarks.after, { exact: true });
  await remark.pressSequentially("good");
  await page.keyboard.press("Control+s");
  await page.getByRole("dialog").getByLabel(texts.files.fileName).fill("club");
  await page.getByRole("dialog").getByRole("button", { name: texts.commands.save }).click();
  await expect(status(page)).toHaveText(texts.files.saved("club.pgn"));
  expect(await stored(page, "club.pgn")).toContain("good");
  await remark.click();
  await remark.press("End");
  await remark.pressSequentially(" and better");
  await page.keyboard.press("Control+s");
  await expect.poll(() => stored(page, "club.pgn")).toContain("good and better");
  await expect(remark).toBeFocused();
  await remark.pressSequentially(" and best");
  await page.reload();
  await expect(page.getByLabel(texts.remarks.after, { exact: true })).toHaveValue("good and better and best");
});
