import {
  at,
  beginWith,
  click,
  clickMove,
  drag,
  expect,
  expectMan,
  expectMoves,
  frames,
  invite,
  places,
  square,
  status,
  test,
  texts,
  typeMove,
} from "./support.ts";
import type { Box, Point } from "./support.ts";

test("nothing moves under a finger, whatever happens in a game", async ({ page, browser }) => {
  const other = await invite(page, browser, "10+5");
  for (const [i, m] of ["e4", "e5", "Nf3", "Nc6"].entries()) {
    await typeMove(i % 2 === 0 ? page : other, m);
    await expect(page.locator(".move")).toHaveCount(i + 1);
    await expect(other.locator(".move")).toHaveCount(i + 1);
  }
  const before = await places(page);
  expect(Object.keys(before).length).toBeGreaterThan(12);
  // Twice one move back, at the same place: no question opens, and nothing has moved.
  const back = await page.getByRole("button", { name: texts.game.previous }).boundingBox();
  const finger: Point = { x: (back?.x ?? 0) + 8, y: (back?.y ?? 0) + 8 };
  await page.mouse.click(finger.x, finger.y);
  await expect(page.locator(".turn")).toHaveText(texts.game.lookingAt("2.", "Nf3"));
  expect(await places(page)).toEqual(before);
  await page.mouse.click(finger.x, finger.y);
  await expect(page.locator(".turn")).toHaveText(texts.game.lookingAt("1...", "e5"));
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.getByRole("button", { name: texts.game.toPresent }).click();
  // A refusal, an offer, a wish.
  await clickMove(page, "e1e3");
  await expect(page.getByRole("log").locator(".refusal")).toHaveCount(1);
  expect(await places(page)).toEqual(before);
  for (const ask of [texts.game.offerDraw, texts.game.takeback]) {
    await other.getByRole("button", { name: ask }).click();
    await other.getByRole("dialog").getByRole("button", { name: ask }).click();
    await expect(page.getByRole("button", { name: texts.game.decline, exact: true })).toBeVisible();
    expect(await places(page)).toEqual(before);
    await page.getByRole("button", { name: texts.game.decline, exact: true }).click();
    await expect(page.locator(".offer")).toHaveCount(0);
  }
  // A double click asks and does not answer; Enter then lets go.
  await page.getByRole("button", { name: texts.game.resign }).dblclick();
  const question = page.getByRole("dialog", { name: texts.dialogs.resignTitle });
  await expect(question.getByRole("button", { name: texts.dialogs.cancel })).toBeFocused();
  const yes = question.getByRole("button", { name: texts.game.resign });
  await yes.dispatchEvent("click", { detail: 2 });
  await expect(question).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(question).toHaveCount(0);
  await expect(page.locator(".turn")).toHaveText(texts.game.yourMove);

  // The end is one panel.
  await page.getByRole("button", { name: texts.game.resign }).click();
  await yes.click();
  const panel = page.locator(".status-panel");
  await expect(panel.locator(".result")).toHaveText("0-1");
  for (const name of [texts.game.rematch, texts.commands.save, texts.commands.new])
    await expect(panel.getByRole("button", { name, exact: true })).toBeVisible();
  await other.context().close();
});

test("looking back at two computers moves nothing, and the panel says what is looked at", async ({ page }) => {
  await beginWith(page, { opponent: { computers: { white: 1, black: 1, speed: "fast" } }, rules: { name: "cuhk" } });
  await expect(page.locator(".move").nth(1)).toBeVisible();
  await page.getByRole("button", { name: texts.exhibition.pause }).first().click();
  await expect(page.getByRole("button", { name: texts.exhibition.goOn }).first()).toBeVisible();
  const before = await places(page);
  await page.getByRole("button", { name: texts.game.first }).click();
  await expect(page.locator(".turn")).toHaveText(texts.game.lookingAtStart);
  expect(await places(page)).toEqual(before);
  // Where the rules count the men, the end tells both sums.
  await page.getByRole("button", { name: texts.exhibition.end }).click();
  await page.getByRole("dialog").getByRole("button", { name: texts.game.stop }).click();
  await expect(page.locator(".status-panel .turn")).toHaveText(/\d+ for White and \d+ for Black/);
});

const VARIATIONS =
  "1. e4 e5 2. Nf3 Nc6 3. Bc4 Nf6 (3... Bc5 4. c3 (4. b4!? {Evans's gambit} Bxb4 5. c3 Ba5 6. d4 exd4 7. O-O) Nf6 5. d4 exd4 " +
  "6. cxd4 Bb4+ 7. Nc3 Nxe4 8. O-O) 4. Ng5 d5 5. exd5 *";

test("whichever move of a variation is chosen, all moves stay where they are", async ({ page }) => {
  await beginWith(page, { opponent: "here", open: { pgn: VARIATIONS } });
  const moves = page.locator(".variation .move");
  await expect(moves).toHaveCount(17);
  for (const width of [320, 390, 740, 1280, 1366]) {
    await page.setViewportSize({ width, height: width === 740 ? 360 : 720 });
    await page.getByRole("button", { name: texts.game.first }).click();
    const lie = (): Promise<string[]> =>
      page.locator(".moves").evaluate((list) => {
        const top = list.getBoundingClientRect().top - list.scrollTop;
        return [...list.querySelectorAll(".move")].map((move) => {
          const { x, y, width, height } = move.getBoundingClientRect();
          return `${x} ${y - top} ${width} ${height}`;
        });
      });
    const before = await lie();
    for (const i of [0, 3, 8, 16]) {
      await moves.nth(i).dispatchEvent("click");
      await expect(moves.nth(i)).toHaveAttribute("aria-current", "true");
      expect(await lie(), `${width} wide, move ${i}`).toEqual(before);
    }
  }
});

test("the page does not scroll when remarks are written, and what is pressed in their panel stays", async ({ page }) => {
  await beginWith(page, { opponent: "here", open: { pgn: VARIATIONS } });
  const panel = page.locator(".remarks-panel");
  const hidden = (): Promise<number> => page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
  for (const [width, height] of [
    [1366, 650],
    [1280, 800],
    [1000, 600],
    [844, 390],
    [740, 360],
  ] as const) {
    await page.setViewportSize({ width, height });
    await panel.locator("summary").click();
    await expect(panel.getByRole("textbox").first()).toBeVisible();
    expect(await hidden(), `${width} × ${height}`).toBeLessThanOrEqual(0);
    // Whichever move is looked at, the panel has the same buttons in the same places.
    const lie = (): Promise<object[]> =>
      panel.locator("button, textarea, input").evaluateAll((parts) => {
        const top = parts[0]?.closest("details")?.getBoundingClientRect().top ?? 0;
        return parts.map((part) => {
          const { x, y, width, height } = part.getBoundingClientRect();
          return { name: part.getAttribute("aria-label") ?? part.textContent ?? part.id, x, y: y - top, width, height };
        });
      });
    await page.getByRole("button", { name: texts.game.first }).click();
    const before = await lie();
    for (const m of [
      page.locator("td > .move").first(),
      page.locator(".variation .move").first(),
      page.locator(".variation .move").last(),
    ]) {
      await m.dispatchEvent("click");
      await expect(m).toHaveAttribute("aria-current", "true");
      expect((await lie()).slice(0, before.length), `${width} × ${height}`).toEqual(before);
    }
    await panel.locator("summary").click();
  }
});

/** The largest board there could be in a window of this size. In large print only the bar above it is larger, where it has one. */
const SIZES = [
  { width: 740, height: 360, board: 352 },
  { width: 844, height: 390, board: 376 },
  { width: 932, height: 430, board: 416 },
  { width: 1366, height: 650, board: 576, large: 544 },
  { width: 1280, height: 800, board: 720, large: 696 },
  { width: 320, height: 640, board: 312 },
  { width: 360, height: 740, board: 352 },
];

/** Windows of phones, upright and on their side. */
const PHONES = SIZES.filter(({ width, height }) => Math.min(width, height) < 500);

test("on a phone an analysis has as large a board as its game", async ({ page }) => {
  await beginWith(page, { opponent: "here", open: { pgn: "1. f3 e5 2. g4 Qh4# 0-1" } });
  const boards = async (): Promise<Record<string, number | undefined>> => {
    const sizes: Record<string, number | undefined> = {};
    for (const print of ["normal", "large"]) {
      await page.evaluate((print) => Object.assign(document.documentElement.dataset, { print }), print);
      for (const { width, height } of PHONES) {
        await page.setViewportSize({ width, height });
        await frames(page);
        sizes[`${width} × ${height} in ${print} print`] = (await page.locator("cg-board").boundingBox())?.width;
      }
    }
    return sizes;
  };
  const played = await boards();
  await page.evaluate(() => Object.assign(location, { hash: "analysis" }));
  await expect(page.locator(".evaluation-bar")).toBeVisible();
  expect(await boards()).toEqual(played);
});

test("the board is as large as the window allows, and the player may make it smaller", async ({ page }) => {
  await beginWith(page, { opponent: "here", position: "4k3/P7/8/8/8/8/p7/4K3 w - - 0 1" });
  const size = (selector: string): Promise<Box | null> => page.locator(selector).first().boundingBox();
  for (const print of ["normal", "large"]) {
    await page.evaluate((print) => Object.assign(document.documentElement.dataset, { print }), print);
    for (const { width, height, board, large } of SIZES) {
      await page.setViewportSize({ width, height });
      const told = `${width} × ${height} in ${print} print`;
      const least = print === "normal" ? board : (large ?? board);
      await expect.poll(async () => (await size("cg-board"))?.width, told).toBeGreaterThanOrEqual(least);
      for (const part of [".board-frame", ".text-board"]) {
        const differs = async (): Promise<boolean> => JSON.stringify(await size(part)) !== JSON.stringify(await size("cg-board"));
        await expect.poll(differs, `${told}: ${part}`).toBe(false);
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), told).toBeLessThanOrEqual(0);
    }
  }
  await page.evaluate(() => Object.assign(document.documentElement.dataset, { print: "normal" }));
  await page.setViewportSize({ width: 1280, height: 800 });
  const grip = (await size(".board-grip")) ?? { x: 0, y: 0, width: 0, height: 0 };
  const hold = { x: grip.x + grip.width / 2, y: grip.y + grip.height / 2 };
  await page.mouse.move(hold.x, hold.y);
  await page.mouse.down();
  await page.mouse.move(hold.x - 300, hold.y - 300, { steps: 4 });
  await page.mouse.up();
  await expect.poll(async () => (await size("cg-board"))?.width).toBeLessThan(450);
  const smaller = await size("cg-board");
  expect(await size(".board-frame")).toEqual(smaller);
  await page.reload();
  await expect.poll(async () => (await size("cg-board"))?.width).toBe(smaller?.width);
  await page.locator(".board-grip").dblclick();
  await expect.poll(async () => (await size("cg-board"))?.width).toBe(720);

  // The queen stands on the square where the pawn arrives, on either side of the board.
  const queenOn = async (name: string): Promise<void> => {
    const queen = await page.getByRole("dialog", { name: texts.game.promote }).getByRole("button", { name: "queen" }).boundingBox();
    expect(queen).toEqual(await square(page, name).boundingBox());
  };
  await clickMove(page, "a7a8");
  await queenOn("a8");
  await page.keyboard.press("Enter");
  await expectMan(page, "a8", "white queen");
  await expect(page.locator(".move")).toHaveCount(1);
  await clickMove(page, "e8e7");
  await expect(page.locator(".move")).toHaveCount(2);
  await clickMove(page, "e1e2");
  await expect(page.locator(".move")).toHaveCount(3);
  await clickMove(page, "a2a1");
  await queenOn("a1");
  await page.keyboard.press("Escape");
});

test("whoever takes the mouse after the keys is shown no cursor of the keys any more", async ({ page }) => {
  await beginWith(page, { opponent: "here" });
  await square(page, "a2").focus();
  await page.keyboard.press("ArrowRight");
  const cursor = page.locator(".text-board button:focus-visible");
  await expect(cursor).toHaveAttribute("data-square", "b2");
  await clickMove(page, "e2e4");
  await expectMoves(page, ["e4"]);
  await expect(cursor).toHaveCount(0);
  // The keys are still on the board.
  await page.keyboard.press("ArrowLeft");
  await expect(page.locator(".turn")).toHaveText(texts.game.lookingAtStart);
  await page.keyboard.press("ArrowRight");
  await expect(status(page)).toHaveText(texts.game.atPresent);
});

test("Escape and a press beside the board let go of a man, and no letter lies over men", async ({ page }) => {
  await beginWith(page, { opponent: "here" });
  for (const letGo of [() => page.keyboard.press("Escape"), () => page.locator(".turn").click()]) {
    await click(page, "e2");
    await expect(square(page, "e2")).toHaveAttribute("aria-label", /picked up/);
    await letGo();
    await expect(square(page, "e2")).not.toHaveAttribute("aria-label", /picked up/);
    await expect(page.locator("cg-board square.selected:visible")).toHaveCount(0);
  }
  const { x, y } = await at(page, "e1");
  const order = await page.evaluate(
    ([x, y]) => {
      const layers = [...document.querySelectorAll<HTMLElement>("coords, cg-board piece")];
      for (const layer of layers) layer.style.pointerEvents = "auto";
      const square = (document.querySelector("cg-board")?.getBoundingClientRect().width ?? 0) / 8;
      return document.elementsFromPoint(x - square * 0.45, y + square * 0.45).map((element) => element.tagName);
    },
    [x, y] as const,
  );
  expect(order.indexOf("PIECE")).toBeLessThan(order.indexOf("COORD"));
  expect(order).toContain("PIECE");
});

test("whoever is to move is told so in the panel, the title, and elsewhere where that is allowed", async ({ page, browser }) => {
  await page.addInitScript(() => {
    const told: string[] = [];
    class Notification {
      static permission = "granted";
      onclick = null;
      constructor(_title: string, { body }: { body: string }) {
        told.push(body);
        // As on a phone: only a service worker shows something.
        if (told.length > 1) throw new TypeError("Illegal constructor");
      }
    }
    Object.assign(window, { Notification, told, notes: 0 });
    const showNotification = (_title: string, { body }: { body: string }): void => void told.push(`by the worker: ${body}`);
    if (navigator.serviceWorker) Object.assign(navigator.serviceWorker, { getRegistration: () => Promise.resolve({ showNotification }) });
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (...when): void {
      (window as unknown as { notes: number }).notes += 1;
      start.apply(this, when);
    };
    if (location.protocol === "http:") localStorage.setItem("tabiya.settings", JSON.stringify({ notifies: true, isNameAsked: true }));
    window.addEventListener("hide-tab", () => Object.defineProperty(document, "visibilityState", { get: () => "hidden" }));
  });
  const other = await invite(page, browser);
  await expect(page).toHaveTitle(texts.game.yourMoveTitle);
  await expect(other).toHaveTitle(`${texts.home.versus(texts.home.guest, texts.home.guest)} – ${texts.appName}`);
  const notes = (): Promise<number> => page.evaluate(() => (window as unknown as { notes: number }).notes);
  await drag(page, "e2", "e4");
  await expect(page.locator(".turn")).toHaveText(texts.game.toMove.black);
  const before = await notes();
  await expect(page).toHaveTitle(`${texts.home.versus(texts.home.guest, texts.home.guest)} – ${texts.appName}`);
  await expect(other.locator(".turn")).toHaveText(texts.game.yourMove);
  await page.evaluate(() => window.dispatchEvent(new Event("hide-tab")));
  await typeMove(other, "e5");
  await expectMoves(page, ["e4", "e5"]);
  await expect(page).toHaveTitle(texts.game.yourMoveTitle);
  const told = (): Promise<string[]> => page.evaluate(() => (window as unknown as { told: string[] }).told);
  expect(await told()).toEqual([`${texts.game.yourMove} Black's pawn goes from e7 to e5.`]);
  // And heard, by a tone of two notes, unless that is not wanted.
  expect((await notes()) - before).toBe(2);
  await page.locator('[data-command="settings"]').click();
  await page.getByRole("dialog").getByLabel(texts.settings.turnTone).uncheck();
  await page.getByRole("button", { name: texts.settings.done }).click();
  await typeMove(page, "Nf3");
  await expectMoves(other, ["e4", "e5", "Nf3"]);
  await typeMove(other, "Nc6");
  await expectMoves(page, ["e4", "e5", "Nf3", "Nc6"]);
  expect((await notes()) - before).toBe(2);
  await expect.poll(async () => (await told()).at(-1)).toMatch(/^by the worker: Your move\. Black's knight/);
  await other.context().close();
});

test("what was chosen is chosen the next time, and the name is asked for once, when others will see it", async ({ page }) => {
  await page.addInitScript(() => {
    if (location.protocol !== "http:") return;
    if (!sessionStorage.getItem("begun")) localStorage.clear();
    sessionStorage.setItem("begun", "yes");
  });
  await page.goto("/");
  await expect(page.locator(".board-picture piece")).toHaveCount(32);
  await page.getByRole("combobox", { name: texts.home.rules }).selectOption("hong");
  await expect(page.locator(".board-picture piece")).not.toHaveCount(32);
  await page.getByRole("combobox", { name: texts.home.clock }).selectOption("5+3");
  await page.getByRole("combobox", { name: texts.home.level, exact: true }).selectOption("1000");
  await page.getByText(texts.sides.black, { exact: true }).click();
  await page.reload();
  await expect(page.getByRole("combobox", { name: texts.home.rules })).toHaveValue("hong");
  await expect(page.getByRole("combobox", { name: texts.home.clock })).toHaveValue("5+3");
  await expect(page.getByRole("combobox", { name: texts.home.level, exact: true })).toHaveValue("1000");
  await expect(page.getByRole("radio", { name: texts.sides.black })).toBeChecked();
  // What governs a button stands above it.
  const level = await page.getByRole("combobox", { name: texts.home.level, exact: true }).boundingBox();
  const play = await page.getByRole("button", { name: texts.home.computer }).boundingBox();
  expect(level?.y).toBeLessThan(play?.y ?? 0);

  const question = page.getByRole("dialog", { name: texts.nameQuestion.title });
  // It is there for keys with the press that asks for it.
  const isOpenAtOnce = await page.getByRole("button", { name: texts.home.link }).evaluate(async (button) => {
    (button as HTMLButtonElement).click();
    await Promise.resolve();
    return document.querySelector("dialog[open]") !== null;
  });
  expect(isOpenAtOnce).toBe(true);
  await page.keyboard.press("Escape");
  await expect(question).toHaveCount(0);
  await expect(page).toHaveURL(/\/$/);
  await page.getByRole("button", { name: texts.home.link }).click();
  await question.getByLabel(texts.home.name).fill("Anna");
  await page.keyboard.press("Enter");
  await expect(page.locator('[data-side="black"]')).toContainText("Anna");
  await page.goto("/");
  await page.getByRole("button", { name: texts.home.lobby }).click();
  await expect(page.locator('[data-side="black"]')).toContainText("Anna");
  // Nobody else is to find this seat.
  await page.getByRole("button", { name: texts.invite.cancel }).click();
  await expect(page.locator(".home")).toBeVisible();
});
