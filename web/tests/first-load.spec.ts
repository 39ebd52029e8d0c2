import { LIMIT } from "../build/size-report.ts";
import { expect, pageAt, test } from "./support.ts";

for (const locale of ["en-US", "de-DE"]) {
  test(`a first visit stays small, all counted: ${locale}`, async ({ browser, server }) => {
    test.skip(Boolean(process.env.TABIYA_DIST), "what is sent is that of the program");
    const context = await browser.newContext({ baseURL: server.url, serviceWorkers: "allow", locale });
    const page = await context.newPage();
    const network = await context.newCDPSession(page);
    await network.send("Network.enable");
    let total = 0;
    const names = new Map<string, string>();
    const sizes: string[] = [];
    network.on("Network.responseReceived", ({ requestId, response }) => names.set(requestId, response.url.replace(server.url, "")));
    network.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
      total += encodedDataLength;
      sizes.push(`${names.get(requestId)} ${encodedDataLength}`);
    });
    network.on("Network.webSocketFrameReceived", ({ response }) => {
      total += response.payloadData.length;
    });
    await page.goto("/");
    await expect(page.locator(".home-board")).toBeVisible();
    await expect(page.locator("html")).toHaveAttribute("lang", locale.slice(0, 2));
    await page.waitForLoadState("networkidle");
    expect(
      sizes.some((size) => size.startsWith("/v1/ ")),
      sizes.join("\n"),
    ).toBe(true);
    expect(total, sizes.join("\n")).toBeLessThan(LIMIT);
    await context.close();
  });
}

test("whoever does not take Brotli is sent gzip, and programs get what they ask for", async ({ server, browser }) => {
  test.skip(Boolean(process.env.TABIYA_DIST), "what is sent is that of the program");
  const page = await pageAt(browser, server.url);
  const coding = async (path: string, accepted: string): Promise<string | undefined> =>
    (await page.request.get(path, { headers: { "accept-encoding": accepted } })).headers()["content-encoding"];
  expect(await coding("/", "gzip, deflate, br")).toBe("br");
  expect(await coding("/", "gzip")).toBe("gzip");
  expect(await coding("/", "identity")).toBeUndefined();
  expect(await coding("/v1/", "gzip, br")).toBe("gzip");
  expect(await coding("/v1/", "identity")).toBeUndefined();
  await page.context().close();
});

test("German words are asked for with the page, not after it", async ({ server, browser }) => {
  test.skip(Boolean(process.env.TABIYA_DIST), "what is sent is that of the program");
  const context = await browser.newContext({ baseURL: server.url, locale: "de-DE" });
  const page = await context.newPage();
  const areWordsAsked = page.waitForRequest(/\/assets\/words-de-/);
  // The page itself would ask for them, but not before its script is there.
  await page.route(/\/assets\/index-.*\.js$/, async (route) => {
    await areWordsAsked;
    await route.continue();
  });
  let asked = 0;
  page.on("request", (request) => {
    if (request.url().includes("/assets/words-de-")) asked += 1;
  });
  await page.goto("/");
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await expect(page.locator(".home-board")).toBeVisible();
  expect(asked).toBe(1);
  await context.close();
});
