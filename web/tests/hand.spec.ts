import { german } from "../src/texts-de.ts";
import { Server } from "./server.ts";
import { SlowLine } from "./slow-line.ts";
import {
  accept,
  beginWith,
  clickMove,
  drag,
  expect,
  expectMan,
  expectMoves,
  pageAt,
  places,
  status,
  test as base,
  texts,
  typeMove,
} from "./support.ts";
import type { Page } from "./support.ts";

type FarServer = { server: Server; line: SlowLine };

/** A server behind a line that may be slow. */
const test = base.extend<{ far: FarServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to learn what a fixture needs.
  far: async ({}, use) => {
    const line = await SlowLine.start(0);
    const server = await Server.start(`public-url = "${line.url}"\n`);
    line.leadTo(server.port);
    await use({ server, line });
    line.stop();
    await server.stop();
  },
});

/** What one frame shows: how far men are from where they go, in squares, how many men there are, and how many moves are listed. */
type Frame = { far: number[]; men: number; moves: number };

/** Looks at every frame from now on, at the nearest man of each kind to its square, such as `white pawn e4`. */
async function look(page: Page, goals: string[]): Promise<void> {
  await page.evaluate((goals) => {
    const frames: Frame[] = [];
    const center = ({ x, y, width, height }: DOMRect): [number, number] => [x + width / 2, y + height / 2];
    const distance = (goal: string): number => {
      const [color, role, square] = goal.split(" ");
      const cell = document.querySelector(`[data-square="${square}"]`)?.getBoundingClientRect() ?? new DOMRect();
      const [x, y] = center(cell);
      const men = [...document.querySelectorAll(`cg-board piece.${color}.${role}:not(.ghost, .fading)`)];
      const places = men.map((man) => center(man.getBoundingClientRect()));
      return Math.min(...places.map(([mx, my]) => Math.hypot(mx - x, my - y) / cell.width));
    };
    const see = (): void => {
      frames.push({
        far: goals.map(distance),
        men: document.querySelectorAll("cg-board piece:not(.ghost, .fading)").length,
        moves: document.querySelectorAll(".move").length,
      });
      Object.assign(window, { nextLook: requestAnimationFrame(see) });
    };
    Object.assign(window, { frames });
    see();
  }, goals);
}

/** Every man has come to where it goes. */
async function stillness(page: Page): Promise<void> {
  await expect(page.locator("cg-board piece.anim, cg-board piece.dragging")).toHaveCount(0);
}

/** What was seen since, but for frames that showed the same as the one before. */
async function seen(page: Page): Promise<Frame[]> {
  const frames = await page.evaluate(() => {
    const { nextLook, frames } = window as unknown as { nextLook: number; frames: Frame[] };
    cancelAnimationFrame(nextLook);
    return frames;
  });
  return frames.filter((frame, i) => JSON.stringify(frame) !== JSON.stringify(frames[i - 1]));
}

/** How often a man of the goal turned back on its way. */
function turns(frames: Frame[], goal: number): number {
  let count = 0;
  let isAway = false;
  let nearest = Number.POSITIVE_INFINITY;
  for (const { far } of frames) {
    const distance = far[goal] ?? 0;
    // A man that is taken up comes under the finger first.
    if (distance > nearest + 0.1) {
      if (!isAway) count += 1;
      isAway = true;
    } else isAway = false;
    nearest = isAway ? nearest : Math.min(nearest, distance);
  }
  return count;
}

/** Everybody came to where they go, nobody ever turned back, and who was taken stayed away. */
function expectStraight(frames: Frame[], what: string): void {
  const told = `${what}: ${JSON.stringify(frames)}`;
  for (const [goal, far] of (frames.at(-1)?.far ?? []).entries()) {
    expect(far, told).toBeLessThan(0.03);
    expect(turns(frames, goal), told).toBe(0);
  }
  for (const [i, { men }] of frames.entries()) expect(men, told).toBeLessThanOrEqual(frames[i - 1]?.men ?? 32);
}

/** One of each kind: steps, taking, taking in passing, castling, becoming something; by click and by drag. */
const MOVES: { m: string; by: "click" | "drag"; goals: string[]; becomes?: string }[] = [
  { m: "e2e4", by: "click", goals: ["white pawn e4"] },
  { m: "d7d5", by: "drag", goals: ["black pawn d5"] },
  { m: "e5d6", by: "click", goals: ["white pawn d6"] },
  { m: "h8h2", by: "drag", goals: ["black rook h2"] },
  { m: "e1g1", by: "click", goals: ["white king g1", "white rook f1"] },
  { m: "h2h8", by: "click", goals: ["black rook h8"] },
  { m: "b7a8", by: "drag", goals: ["white queen a8"], becomes: "queen" },
];

for (const delay of [10, 150, 600]) {
  test(`over a line of ${delay} ms each way every move stays where it was put`, async ({ far, browser }) => {
    const page = await pageAt(browser, far.line.url);
    await beginWith(page, { opponent: "here", position: "r3k2r/1P1p4/8/4P3/8/8/4P2P/4K2R w Kkq - 0 1" });
    far.line.delay = delay;
    for (const [i, { m, by, goals, becomes }] of MOVES.entries()) {
      await look(page, becomes ? ["white pawn a8"] : goals);
      if (by === "click") await clickMove(page, m);
      else await drag(page, m.slice(0, 2), m.slice(2));
      if (becomes) {
        const choice = page.getByRole("dialog", { name: texts.game.promote }).getByRole("button", { name: becomes });
        await expect(choice).toBeVisible();
        expectStraight(await seen(page), `${m} before the choice`);
        await look(page, goals);
        await choice.click();
      }
      await expect(page.locator(".move")).toHaveCount(i + 1);
      await stillness(page);
      const frames = await seen(page);
      expectStraight(becomes ? frames.slice(1) : frames, m);
      // It was there before the server said so.
      if (delay === 600) expect(frames.some(({ far, moves }) => moves === i && far.every((distance) => distance < 0.03))).toBe(true);
    }
    await expectMoves(page, ["e4", "d5", "exd6", "Rxh2", "O-O", "Rh8", "bxa8=Q+"]);
    await page.context().close();
  });
}

test("men are taken up before the answer is there, and only what is refused goes back, once", async ({ far, browser }) => {
  const white = await pageAt(browser, far.line.url);
  await beginWith(white, { opponent: "link", color: "white" });
  const link = await white.getByLabel(texts.invite.link, { exact: true }).inputValue();
  const black = await pageAt(browser, far.server.url);
  await accept(black, link.replace(far.line.url, far.server.url));
  await expect(white.locator(".turn")).toHaveText(texts.game.yourMove);

  far.line.delay = 600;
  await clickMove(white, "e2e4");
  // The answer is still on its way: the next man goes wherever it is put, in advance.
  await clickMove(white, "g1f3");
  await expect(white.locator("cg-board square.current-premove:visible")).toHaveCount(2);
  await expectMoves(white, []);
  await expect(white.locator("cg-board square.on-its-way:visible")).toHaveCount(2);
  await look(white, ["white pawn e4", "white knight f3"]);
  await expectMoves(black, ["e4"]);
  await typeMove(black, "e5");
  await expectMoves(white, ["e4", "e5", "Nf3"]);
  await stillness(white);
  expectStraight(await seen(white), "Nf3 in advance");

  // What cannot be done then is told.
  far.line.delay = 150;
  await typeMove(black, "Nc6");
  await expectMoves(white, ["e4", "e5", "Nf3", "Nc6"]);
  far.line.delay = 600;
  await drag(white, "f1", "c4");
  await drag(white, "a1", "d4");
  await expect(white.locator("cg-board square.current-premove:visible")).toHaveCount(2);
  far.line.delay = 10;
  await expect(black.locator(".move")).toHaveCount(5);
  await typeMove(black, "Nf6");
  await expect(status(white)).toContainText("rook");
  await expectMan(white, "a1", "white rook");

  // White's wish to take back is granted while White moves on.
  await white.getByRole("button", { name: texts.game.takeback }).click();
  await white.getByRole("dialog").getByRole("button", { name: texts.game.takeback }).click();
  await expect(black.getByRole("button", { name: texts.game.accept })).toBeVisible();
  far.line.hold();
  await black.getByRole("button", { name: texts.game.accept }).click();
  await expect(black.locator(".move")).toHaveCount(4);
  await look(white, ["white pawn d3"]);
  await clickMove(white, "d2d3");
  await expectMan(white, "d3", "white pawn");
  await stillness(white);
  far.line.release();
  await expect(white.locator(".move")).toHaveCount(4);
  await expect(white.getByTestId("status")).toHaveText("The game has gone on meanwhile.");
  await expectMan(white, "d2", "white pawn");
  await stillness(white);
  expect(turns(await seen(white), 0)).toBe(1);
  await white.context().close();
  await black.context().close();
});

test("with the server away a move stays and waits, and so does the next", async ({ far, browser }) => {
  const page = await pageAt(browser, far.line.url);
  await beginWith(page, { opponent: "here" });
  await clickMove(page, "e2e4");
  await expectMoves(page, ["e4"]);
  await far.server.kill();
  await expect(page.locator(".offline")).toHaveText(texts.net.reconnecting);
  await look(page, ["black pawn e5"]);
  await clickMove(page, "e7e5");
  await expect(page.locator(".offline")).toHaveText(texts.net.moveWaits);
  await expectMan(page, "e5", "black pawn");
  await drag(page, "g1", "f3");
  await expect(page.locator("cg-board square.current-premove:visible")).toHaveCount(2);
  expectStraight(await seen(page), "e5 without a server");
  await look(page, ["black pawn e5", "white knight f3"]);
  await far.server.run();
  await expectMoves(page, ["e4", "e5", "Nf3"]);
  await stillness(page);
  expectStraight(await seen(page), "e5 and Nf3 with the server back");
  await page.context().close();
});

test("any own man may be put anywhere in advance, also without a server, and it is told why it cannot go there", async ({
  far,
  browser,
}) => {
  const white = await pageAt(browser, far.server.url);
  await beginWith(white, { opponent: "link", color: "white" });
  const link = await white.getByLabel(texts.invite.link, { exact: true }).inputValue();
  const black = await pageAt(browser, far.line.url);
  await accept(black, link.replace(far.server.url, far.line.url));
  await expect(white.locator(".turn")).toHaveText(texts.game.yourMove);
  const premove = black.locator("cg-board square.current-premove:visible");
  await drag(black, "a7", "a2");
  await expect(premove).toHaveCount(2);
  await expect(status(black)).toHaveText(texts.game.premove("a7", "a2"));
  await typeMove(white, "e4");
  await expect(status(black)).toContainText("pawn");
  await expect(premove).toHaveCount(0);
  await typeMove(black, "e5");
  await expectMoves(black, ["e4", "e5"]);

  far.line.hold();
  await expect(black.locator(".offline")).toBeVisible({ timeout: 20_000 });
  await drag(black, "g8", "a3");
  await expect(premove).toHaveCount(2);
  await typeMove(white, "Nf3");
  far.line.release();
  await expectMoves(black, ["e4", "e5", "Nf3"]);
  await expect(premove).toHaveCount(0);
  await expect(black.getByRole("log").locator(".refusal").last()).toContainText("knight");
  await expectMan(black, "g8", "black knight");
  await white.context().close();
  await black.context().close();
});

/** In the page: takes back as soon as something has happened, before anything else can. */
const TAKES_BACK = `document.dispatchEvent(new KeyboardEvent("keydown", { key: "z", ctrlKey: true, bubbles: true }))`;

for (const [how, delay] of [
  ["pressed", 0],
  ["dragged", 0],
  ["dragged", 150],
] as const) {
  test(`what is taken back at once is the move that was just ${how}: ${delay} ms each way`, async ({ far, browser }) => {
    const page = await pageAt(browser, far.line.url);
    const sent: string[] = [];
    page.on("websocket", (socket) =>
      socket.on("framesent", ({ payload }) => {
        const { type, action } = JSON.parse(String(payload)) as { type: string; action?: { do: string } };
        if (type === "command" && action) sent.push(action.do);
      }),
    );
    await beginWith(page, { opponent: { computer: 1 }, color: "white" });
    far.line.delay = delay;
    if (how === "dragged") {
      await page.evaluate(`addEventListener("mouseup", () => ${TAKES_BACK}, { once: true })`);
      await drag(page, "g1", "f3");
    } else {
      const press = (square: string): string => `document.querySelector('[data-square="${square}"]').click();`;
      await page.evaluate(`${press("g1")} ${press("f3")} ${TAKES_BACK}`);
    }
    await expect(page.getByRole("log").locator("p").last()).toContainText("taken back");
    await expectMoves(page, []);
    await expectMan(page, "g1", "white knight");
    await expect(page.locator(".turn")).toHaveText(texts.game.yourMove);
    expect(sent.slice(0, 2)).toEqual(["move", "undo"]);
    await expect(page.getByRole("log").locator(".refusal")).toHaveCount(0);
    await page.context().close();
  });
}

test("a typed move is shown as made, and where it cannot be shown the page says that it is on its way", async ({ far, browser }) => {
  const page = await pageAt(browser, far.line.url);
  await beginWith(page, { opponent: "here", position: "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1" });
  await page.emulateMedia({ reducedMotion: "reduce" });
  far.line.delay = 600;
  await look(page, ["white rook a5"]);
  await typeMove(page, "Ra5");
  await expectMan(page, "a5", "white rook");
  await expectMoves(page, []);
  await expectMoves(page, ["Ra5"]);
  await stillness(page);
  expectStraight(await seen(page), "Ra5 typed");
  await typeMove(page, "O-O");
  await expect(page.locator(".turn")).toHaveText(texts.game.onItsWay("O-O"));
  await expectMoves(page, ["Ra5", "O-O"]);
  far.line.delay = 0;
  await far.server.kill();
  await expect(page.locator(".offline")).toBeVisible();
  await typeMove(page, "Ke2");
  await expectMan(page, "e2", "white king");
  await expect(page.locator(".offline")).toHaveText(texts.net.moveWaits);
  await expect(page.getByRole("log").locator("p").last()).toHaveText(texts.net.moveWaits);
  await far.server.run();
  await expectMoves(page, ["Ra5", "O-O", "Ke2"]);
  await page.context().close();
});

test("whose turn it is, the marked player and the clock agree while a move is on its way", async ({ far, browser }) => {
  const page = await pageAt(browser, far.line.url);
  await beginWith(page, { opponent: "here", clock: "5+3" });
  for (const m of ["e4", "e5"]) await typeMove(page, m);
  await expectMoves(page, ["e4", "e5"]);
  await expect(page.locator(".clock.runs")).toHaveCount(1);
  const marked = (side: string) => page.locator(`.player.to-move[data-side="${side}"]`);
  far.line.hold();
  await clickMove(page, "g1f3");
  await expect(page.locator(".turn")).toHaveText(texts.game.toMove.black);
  await expect(page.locator(".turn")).toHaveAttribute("data-turn", "black");
  await expect(marked("black")).toHaveCount(1);
  await expect(page.locator('.player[data-side="white"] .clock.runs')).toHaveCount(0);
  // A move that waits is not made on the server, whose clock runs.
  await expect(page.locator(".offline")).toHaveText(texts.net.moveWaits, { timeout: 20_000 });
  await expect(page.locator(".turn")).toHaveText(texts.game.moveOnItsWay);
  await expect(page.locator(".turn")).toHaveAttribute("data-turn", "white");
  await expect(marked("white")).toHaveCount(1);
  await expect(page.locator('.player[data-side="white"] .clock.runs')).toHaveCount(1);
  far.line.release();
  await expectMoves(page, ["e4", "e5", "Nf3"]);
  await expect(marked("black")).toHaveCount(1);
  await page.context().close();
});

test("a resignation that waits for the server is told", async ({ far, browser }) => {
  const page = await pageAt(browser, far.line.url);
  await beginWith(page, { opponent: { computer: 1 }, color: "white" });
  await typeMove(page, "e4");
  await expect(page.locator(".move")).toHaveCount(2);
  await far.server.kill();
  await expect(page.locator(".offline")).toBeVisible();
  await page.getByRole("button", { name: texts.game.resign }).click();
  const yes = page.getByRole("dialog").getByRole("button", { name: texts.game.resign });
  await expect(yes).toHaveAttribute("aria-disabled", "false");
  await yes.click();
  await expect(page.locator(".offline")).toHaveText(texts.net.resignationWaits);
  await expect(page.getByRole("log").locator("p").last()).toHaveText(texts.net.resignationWaits);
  await far.server.run();
  await expect(page.locator(".result")).toHaveText("0-1");
  await page.context().close();
});

for (const delay of [300, 600]) {
  test(`moves are tried beside a game before the server has told where men can go: ${delay} ms each way`, async ({ far, browser }) => {
    const page = await pageAt(browser, far.line.url);
    // Men that do not walk are where they are.
    await page.emulateMedia({ reducedMotion: "reduce" });
    await beginWith(page, { opponent: "here", open: { pgn: '[White "Zoe"]\n[Black "Li"]\n\n1. e4 e5 2. Nf3 *' } });
    await expect(page.locator(".remarks-panel")).toBeVisible();
    far.line.delay = delay;
    await page.getByRole("button", { name: texts.game.first }).click();
    await expectMan(page, "e2", "white pawn");
    await look(page, ["white pawn d4", "black pawn d5"]);
    await drag(page, "d2", "d4");
    await expectMan(page, "d4", "white pawn");
    await drag(page, "d7", "d5");
    await expectMan(page, "d5", "black pawn");
    await drag(page, "c2", "c4");
    await expect(page.locator(".variation .move")).toHaveText([/d4/, /d5/, /c4/]);
    await stillness(page);
    for (const square of ["d4", "c4"]) await expectMan(page, square, "white pawn");
    expectStraight(await seen(page), "d4 and d5 tried");
    // What the server refuses goes back, and it says why.
    await drag(page, "b8", "b4");
    await expect(status(page)).toContainText("knight");
    await expectMan(page, "b8", "black knight");
    await page.context().close();
  });
}

test("a game that was asked for while the server was away begins when it is back", async ({ far, browser }) => {
  const page = await pageAt(browser, far.line.url);
  await page.goto("/");
  const card = page.getByRole("button", { name: texts.home.here });
  await expect(card).toBeVisible();
  await far.server.kill();
  await card.click();
  await expect(page.getByText(texts.net.triedAgain).first()).toBeVisible();
  // Somebody may want something else meanwhile: only that is begun.
  await page.getByRole("button", { name: texts.home.computer }).click();
  await far.server.run();
  await expect(page.locator(".board-frame")).toBeVisible({ timeout: 20_000 });
  await expect(page.locator(".player strong").filter({ hasText: "Tabiya" })).toHaveCount(1);
  await page.context().close();
});

for (const [language, says, other] of [
  ["en", texts.game.moveOnItsWay, texts.game.toMove.black],
  ["de", german.game.moveOnItsWay, german.game.toMove.black],
] as const)
  test(`a move that waits on an open line is said to be on its way, once, and nothing moves (${language})`, async ({ far, browser }) => {
    const page = await pageAt(browser, far.line.url);
    await page.goto("/");
    await page.evaluate((language) => localStorage.setItem("tabiya.settings", JSON.stringify({ language, isNameAsked: true })), language);
    await beginWith(page, { opponent: "here" });
    for (const size of [
      { width: 1280, height: 800 },
      { width: 320, height: 640 },
      { width: 740, height: 360 },
    ]) {
      await page.setViewportSize(size);
      await page.reload();
      await expect(page.locator("cg-board piece").first()).toBeVisible();
      const told = page.getByRole("log").getByText(says);
      const heard = await told.count();
      far.line.hold();
      await clickMove(page, "e2e4");
      await expect(page.locator(".turn")).toHaveText(other);
      // A list of messages at the end of a column that scrolls is longer by each of them.
      const lie = async (): Promise<object[]> => Object.entries(await places(page)).filter(([name]) => !name.includes("messages"));
      const before = await lie();
      await expect(page.locator(".turn")).toHaveText(says);
      await expect(told).toHaveCount(heard + 1);
      expect(await lie(), `${size.width} × ${size.height}`).toEqual(before);
      far.line.release();
      await expect(page.locator(".turn")).toHaveText(other);
      await expect(page.locator(".move")).toHaveCount(1);
      await page.locator('[data-command="undo"]').click();
      await expect(page.locator(".move")).toHaveCount(0);
    }
    await page.context().close();
  });
