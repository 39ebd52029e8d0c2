import { awayTexts } from "../src/away/texts.ts";
import { OtherBuild } from "./other-build.ts";
import { beginWith, expect, pageAt, test, texts, tryOut } from "./support.ts";
import type { Page } from "./support.ts";

test("a server that is away is told, and one that was updated shows its own page, never the old one", async ({ browser, server }) => {
  test.skip(Boolean(process.env.TABIYA_DIST), "what is kept is that of the program");
  const front = await OtherBuild.start(server.port);
  const context = await browser.newContext({ baseURL: front.url, serviceWorkers: "allow" });
  const page = await context.newPage();
  const faults: string[] = [];
  context.on("console", (message) => {
    if (/Content.Security.Policy/i.test(message.text())) faults.push(message.text());
  });
  await page.goto("/");
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  const left = await context.newPage();
  // Somebody who looks at the lobby has a connection.
  const lobby = firstFrame(left);
  await left.goto("/");
  await expect(left.getByRole("heading", { name: texts.home.title })).toBeVisible();
  await expect(left.locator("html")).toHaveAttribute("data-build", "1");
  await lobby;

  await front.stop();
  await page.goto("/aaaaaaaa");
  await expect(page.getByRole("heading", { name: awayTexts.en.title })).toBeVisible();
  await expect(page.getByText(awayTexts.en.why)).toBeVisible();
  // It looks as it should, under the same policy.
  expect(await page.getByRole("button").evaluate((button) => getComputedStyle(button).borderRadius)).toBe("9px");

  await front.run(2);
  // Who waited comes to where they wanted to go, by the new page; who had the old one open has the new one, too.
  await expect(page.getByRole("heading", { name: texts.game.notThere })).toBeVisible();
  for (const window of [page, left]) await expect(window.locator("html")).toHaveAttribute("data-build", "2");
  await expect(left.getByRole("heading", { name: texts.home.title })).toBeVisible();
  await expect.poll(() => page.evaluate(() => caches.keys())).toEqual(["tabiya-build-2"]);
  expect(faults).toEqual([]);
  await context.close();
  await front.stop();
});

test("an updated server takes nothing out of the hands of whoever is typing", async ({ browser, server }) => {
  test.skip(Boolean(process.env.TABIYA_DIST), "the page is that of the program");
  const front = await OtherBuild.start(server.port);
  const page = await pageAt(browser, front.url);
  await beginWith(page, { opponent: "here", open: { pgn: '[White "Zoe"]\n[Black "Li"]\n\n1. e4 {bold} e5 *' } });
  await page.locator(".remarks-panel summary").click();
  const remark = page.getByLabel(texts.remarks.after, { exact: true });
  await remark.pressSequentially("half a thou");
  const other = await page.context().newPage();
  await other.goto("/");
  const lobby = firstFrame(other);
  await other.reload();
  await lobby;
  await other.getByRole("combobox", { name: texts.home.clock }).selectOption("own");
  const clock = other.getByLabel(texts.home.ownClockLabel);
  await clock.pressSequentially("7+");
  await front.stop();
  await front.run(2);
  // What is kept is there again in the new page; what is not holds it up until the field is left.
  await expect(page.locator("html")).toHaveAttribute("data-build", "2");
  await expect(remark).toHaveValue("half a thou");
  await expect(page.getByText(texts.remarks.draftKept).first()).toBeVisible();
  await expect
    .poll(() => other.evaluate(() => performance.getEntriesByType("resource").filter(({ name }) => name.endsWith("/")).length))
    .toBeGreaterThan(0);
  await clock.pressSequentially("3");
  await expect(clock).toHaveValue("7+3");
  await expect(other.locator("html")).toHaveAttribute("data-build", "1");
  await clock.blur();
  await expect(other.locator("html")).toHaveAttribute("data-build", "2");
  await page.context().close();
  await front.stop();
});

test("what was typed and is still there holds a new page up, wherever the focus is", async ({ browser, server }) => {
  test.skip(Boolean(process.env.TABIYA_DIST), "the page is that of the program");
  const front = await OtherBuild.start(server.port);
  const page = await pageAt(browser, front.url);
  await beginWith(page, { opponent: "here" });
  const typed = page.getByLabel(texts.game.typed, { exact: true });
  await typed.pressSequentially("Nf");
  await page.getByRole("button", { name: texts.game.first }).focus();
  await front.stop();
  await front.run(2);
  await expect
    .poll(() => page.evaluate(() => performance.getEntriesByType("resource").filter(({ name }) => name.endsWith("/")).length))
    .toBeGreaterThan(0);
  // It is looked twice a second whether anything is still there.
  await page.waitForTimeout(1500);
  await expect(page.locator("html")).toHaveAttribute("data-build", "1");
  await expect(typed).toHaveValue("Nf");
  await typed.fill("Nf3");
  await page.keyboard.press("Enter");
  await expect(page.locator("html")).toHaveAttribute("data-build", "2");
  await expect(page.locator("td > .move")).toHaveText(["Nf3"]);
  await page.context().close();
  await front.stop();
});

for (const locale of ["en-US", "de-DE"]) {
  test(`what says that the server is away is kept in every language: ${locale}`, async ({ browser, server }) => {
    const context = await browser.newContext({ baseURL: server.url, serviceWorkers: "allow", locale });
    await tryOut(context);
    const page = await context.newPage();
    await page.goto("/");
    await expect(page.locator("html")).toHaveAttribute("lang", locale.slice(0, 2));
    await expect.poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(1);
    await context.close();
  });
}

test("the page can be installed where the browser offers it, and works the same where it does not", async ({ page }) => {
  const browser = await page.context().newCDPSession(page);
  await page.goto("/");
  await expect(page.getByRole("heading", { name: texts.home.title })).toBeVisible();
  const { errors, data } = await browser.send("Page.getAppManifest");
  expect(errors).toEqual([]);
  const { icons } = JSON.parse(data ?? "{}") as { icons: { src: string; sizes: string; type: string }[] };
  for (const { src, sizes, type } of icons) {
    const answer = await page.request.get(src);
    expect(answer.headers()["content-type"], src).toBe(type);
    const size = await page.evaluate(async (src) => {
      const image = Object.assign(new Image(), { src });
      await image.decode();
      return `${image.naturalWidth}x${image.naturalHeight}`;
    }, src);
    if (type === "image/png") expect(size, src).toBe(sizes);
  }
  const menu = page.getByRole("button", { name: texts.commands.menu });
  const install = page.locator('[data-menu="install"]');
  await menu.click();
  await expect(page.locator('[data-menu="settings"]')).toBeVisible();
  await expect(install).toHaveCount(0);
  await page.keyboard.press("Escape");
  await page.evaluate(() => {
    const offer = Object.assign(new Event("beforeinstallprompt"), { prompt: () => Promise.resolve(document.body.classList.add("asked")) });
    window.dispatchEvent(offer);
  });
  await menu.click();
  await install.click();
  await expect(page.locator("body")).toHaveClass(/asked/);
});

test("an address that leads nowhere shows a page with a way back", async ({ page }) => {
  const answer = await page.goto("/no/such/place");
  if (!process.env.TABIYA_DIST) expect(answer?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: texts.nowhere.title })).toBeVisible();
  await page.getByRole("button", { name: texts.home.title }).click();
  await expect(page.getByRole("heading", { name: texts.home.title })).toBeVisible();
});

/** Heard from the beginning on: a frame that comes before anybody waits for it would be missed. */
function firstFrame(page: Page): Promise<void> {
  return new Promise((resolve) => {
    page.on("websocket", (socket) => socket.on("framereceived", () => resolve()));
  });
}
