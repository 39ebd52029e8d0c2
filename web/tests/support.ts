import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { expect, test as base } from "@playwright/test";
import type { Browser, BrowserContext, Locator, Page } from "@playwright/test";
import { texts } from "../src/texts.ts";
import { Server } from "./server.ts";

export { expect, texts };
export type { Page };

export type Point = { x: number; y: number };

export type Box = { x: number; y: number; width: number; height: number };

export const PHONE = { width: 360, height: 740 };

/** One server for all tests of a file; every page fails its test on any error or any request to another host. */
export const test = base.extend<{ watched: undefined }, { server: Server }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to learn what a fixture needs.
    async ({}, use) => {
      // Nobody wants to wait a minute for somebody to have left.
      const server = await Server.start("[limits]\nclaim-after-seconds = 12\n");
      await use(server);
      await server.stop();
    },
    { scope: "worker" },
  ],
  baseURL: async ({ server }, use) => use(server.url),
  watched: [
    async ({ context, server }, use) => {
      const faults: string[] = [];
      await tryOut(context);
      await introduce(context);
      context.on("weberror", (error) => faults.push(String(error.error())));
      context.on("console", (message) => {
        if (message.type() === "error" && !/net::ERR|status of (4|5)\d\d|WebSocket/.test(message.text())) faults.push(message.text());
      });
      context.on("request", (request) => {
        const url = request.url();
        if (!url.startsWith(server.url) && !/^(data|blob):/.test(url)) faults.push(`a request to ${url}`);
      });
      await use(undefined);
      expect(faults).toEqual([]);
    },
    { auto: true },
  ],
});

/** With TABIYA_DIST the files of that folder are shown instead of those in the program, to try changes quickly. */
export async function tryOut(context: BrowserContext): Promise<void> {
  const folder = process.env.TABIYA_DIST;
  if (!folder) return;
  await context.route(
    (url) => !url.pathname.startsWith("/v1"),
    async (route) => {
      const path = new URL(route.request().url()).pathname;
      const headers = {
        "content-security-policy":
          "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'",
      };
      const name = /^\/(assets|icon|sw\.js|manifest|away\.html)/.test(path) ? path.slice(1) : "index.html";
      const contentType = name.endsWith(".js")
        ? "text/javascript"
        : name.endsWith(".css")
          ? "text/css"
          : name.endsWith(".svg")
            ? "image/svg+xml"
            : "text/html";
      return route.fulfill({ path: join(folder, name), contentType, headers }).catch(() => undefined);
    },
  );
}

/** Somebody who was asked for their name already. */
async function introduce(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    // What is no page of a server, such as an empty frame, keeps nothing.
    if (location.protocol !== "http:") return;
    if (!localStorage.getItem("tabiya.settings")) localStorage.setItem("tabiya.settings", JSON.stringify({ isNameAsked: true }));
  });
}

/** A page in a browser of its own, whose addresses begin with this one. */
export async function pageAt(browser: Browser, baseURL: string): Promise<Page> {
  const context = await browser.newContext({ baseURL });
  await tryOut(context);
  await introduce(context);
  return context.newPage();
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** No fault by WCAG 2.2 AA; where only the colours changed, only they are looked at again. */
export async function expectAccessible(page: Page, what: string, looksAt: "everything" | "colours" = "everything"): Promise<void> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axeSource);
  const run =
    looksAt === "colours"
      ? { type: "rule", values: ["color-contrast"] }
      : { type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] };
  const violations = await page.evaluate(async (runOnly) => {
    const axe = (
      window as unknown as {
        axe: {
          run: (
            root: Document,
            options: object,
          ) => Promise<{ violations: { id: string; nodes: { html: string; failureSummary: string }[] }[] }>;
        };
      }
    ).axe;
    const found = await axe.run(document, { runOnly });
    return found.violations.map(
      (violation) => `${violation.id}: ${violation.nodes.map((node) => `${node.html} ${node.failureSummary}`).join(" | ")}`,
    );
  }, run);
  expect(violations, what).toEqual([]);
}

/** Makes a game as somebody would, by the card on the first page. */
export async function begin(page: Page, card: string): Promise<void> {
  await page.goto("/");
  await page.getByRole("button", { name: card }).click();
  await expect(page.locator(".board-frame")).toBeVisible();
  await expect(page.locator("cg-board piece").first()).toBeVisible();
}

/** Makes a game through the API with the page's own session, and opens it. */
export async function beginWith(page: Page, wish: object): Promise<string> {
  const { request } = page.context();
  const session = await request.get("/v1/session");
  const headers = { origin: new URL(session.url()).origin };
  if (!session.ok()) await request.post("/v1/session", { headers, data: { name: await chosenName(page) } });
  const answer = await request.post("/v1/games", { headers, data: wish });
  if (!answer.ok()) throw new Error(await answer.text());
  const { game } = (await answer.json()) as { game: string };
  await page.goto(`/${game}`);
  await expect(page.locator("cg-board piece").first()).toBeVisible();
  return game;
}

/** As the page's settings have it. */
async function chosenName(page: Page): Promise<string> {
  if (page.url() === "about:blank") return "Guest";
  return page.evaluate(() => (JSON.parse(localStorage.getItem("tabiya.settings") ?? "{}") as { name?: string }).name ?? "Guest");
}

/** The middle of a square, as the board lies on the screen. */
export async function at(page: Page, square: string): Promise<Point> {
  const frame = page.locator(".board-ground");
  const box = await frame.boundingBox();
  if (!box) throw new Error("there is no board");
  const isWhite = (await frame.getAttribute("class"))?.includes("orientation-white") ?? true;
  const file = square.charCodeAt(0) - 97;
  const rank = Number(square[1]) - 1;
  const size = box.width / 8;
  return { x: box.x + ((isWhite ? file : 7 - file) + 0.5) * size, y: box.y + ((isWhite ? 7 - rank : rank) + 0.5) * size };
}

export async function click(page: Page, square: string): Promise<void> {
  const { x, y } = await at(page, square);
  await page.mouse.click(x, y);
}

export async function clickMove(page: Page, m: string): Promise<void> {
  await click(page, m.slice(0, 2));
  await click(page, m.slice(2, 4));
}

export async function drag(page: Page, from: string, to: string | Point): Promise<void> {
  const start = await at(page, from);
  const end = typeof to === "string" ? await at(page, to) : to;
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2, { steps: 3 });
  await page.mouse.move(end.x, end.y, { steps: 3 });
  await frames(page);
  await page.mouse.up();
}

/** Chessground follows the pointer once a frame. */
export async function frames(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** A finger that goes from one place to another, with the events of a real touch screen. */
export async function touchDrag(page: Page, from: string | Point, to: string | Point): Promise<void> {
  const start = typeof from === "string" ? await at(page, from) : from;
  const end = typeof to === "string" ? await at(page, to) : to;
  const screen = await page.context().newCDPSession(page);
  await screen.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [start] });
  for (let step = 1; step <= 6; step++) {
    const point = { x: start.x + ((end.x - start.x) * step) / 6, y: start.y + ((end.y - start.y) * step) / 6 };
    await screen.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [point] });
  }
  await frames(page);
  await screen.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await screen.detach();
}

/** Opens the menu and takes a command from it. */
export async function openMenu(page: Page, command: string): Promise<void> {
  await page.getByRole("button", { name: texts.commands.menu }).click();
  await page.locator(`[data-menu="${command}"]`).click();
}

export async function typeMove(page: Page, m: string): Promise<void> {
  await page.getByLabel(texts.game.typed, { exact: true }).fill(m);
  await page.keyboard.press("Enter");
}

/** What the text board says of a square. */
export function square(page: Page, name: string): Locator {
  return page.locator(`[data-square="${name}"]`);
}

export async function expectMan(page: Page, name: string, man: string): Promise<void> {
  await expect(square(page, name)).toHaveAttribute("aria-label", new RegExp(`^${name}, ${man}`));
}

/** The moves of the main line as the list shows them. */
export async function expectMoves(page: Page, moves: string[]): Promise<void> {
  await expect(page.locator("td > .move")).toHaveText(moves);
}

/** Opens the link of an invitation, and plays. */
export async function accept(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.getByRole("button", { name: texts.invitation.play, exact: true }).click();
}

/** Where everything lies that can be pressed beside the board, and the panels. */
export async function places(page: Page): Promise<Record<string, Box>> {
  return page.evaluate(() => {
    const all = document.querySelectorAll(
      ".player, .board-frame, .walk button, .actions button, .steering button, .steering select, .status-panel, .moves-panel, .messages, #typed-move",
    );
    return Object.fromEntries(
      [...all].map((element, i) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        const name = element.getAttribute("aria-label") ?? element.id ?? "";
        return [`${i} ${element.className} ${name}`, { x, y, width, height }];
      }),
    );
  });
}

/** A second person in a browser of their own, who follows the invitation. */
export async function guest(page: Page, browser: Browser): Promise<Page> {
  const link = await page.getByLabel(texts.invite.link, { exact: true }).inputValue();
  const context = await browser.newContext({ baseURL: new URL(link).origin, permissions: ["clipboard-read", "clipboard-write"] });
  await tryOut(context);
  const other = await context.newPage();
  await accept(other, link);
  await expect(other.locator("cg-board piece").first()).toBeVisible();
  return other;
}

/** A game that somebody else has joined, who does things in it without a window. */
export async function joined(page: Page): Promise<(what: string, action?: object) => Promise<void>> {
  const game = await beginWith(page, { opponent: "link" });
  const { origin } = new URL(page.url());
  const context = await page.context().browser()?.newContext({ baseURL: origin, extraHTTPHeaders: { origin } });
  if (!context) throw new Error("there is no browser");
  const { request } = context;
  const key = /join=(\w+)/.exec(await page.locator(".invitation input").inputValue())?.[1];
  await request.post("/v1/session", { data: { name: "Maximiliane" } });
  const act = async (what: string, action?: object): Promise<void> => {
    const { version } = (await (await request.get(`/v1/games/${game}`)).json()) as { version: number };
    const data = action ? { id: `other-${version}`, version, action } : { invitation: key };
    const answer = await request.post(`/v1/games/${game}/${what}`, { data: what === "rematch" ? {} : data });
    if (!answer.ok()) throw new Error(await answer.text());
  };
  await act("join");
  await expect(page.locator(".actions")).toBeVisible();
  return act;
}

/** Two people in two windows, the first with White. */
export async function invite(page: Page, browser: Browser, clock?: string): Promise<Page> {
  await page.goto("/");
  const clocks = page.getByRole("combobox", { name: texts.home.clock });
  const usual = await clocks.locator("option").evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value));
  if (clock && usual.includes(clock)) await clocks.selectOption(clock);
  else if (clock) {
    await clocks.selectOption("own");
    await page.getByLabel(texts.home.ownClockLabel).fill(clock);
  }
  await page.getByRole("button", { name: texts.home.link }).click();
  await expect(page.getByAltText(texts.invite.qr)).toBeVisible();
  const other = await guest(page, browser);
  await expect(page.locator(".turn")).toHaveText(texts.game.yourMove);
  // The key does not stay in the address.
  expect(new URL(other.url()).hash).toBe("");
  return other;
}

export function status(page: Page): Locator {
  return page.getByTestId("status");
}
