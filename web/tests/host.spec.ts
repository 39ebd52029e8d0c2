import { hostTexts as t } from "../src/host/texts.ts";
import { Server } from "./server.ts";
import { beginWith, expect, expectAccessible, expectMoves, invite, places, test as shared, texts, typeMove } from "./support.ts";
import type { Page } from "./support.ts";

/** What the host does concerns everybody: these tests have a server of their own, one after the other. */
const test = shared.extend<object, { server: Server }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to learn what a fixture needs.
    async ({}, use) => {
      const server = await Server.start();
      await use(server);
      await server.stop();
    },
    { scope: "worker" },
  ],
});
test.describe.configure({ mode: "serial" });

async function openHost(page: Page): Promise<Page> {
  const host = await page.context().newPage();
  await host.goto("/host");
  await expect(host.getByRole("heading", { name: t.switches.title })).toBeVisible();
  return host;
}

test("the host pauses all clocks, announces, and lets them run again", async ({ page, browser }) => {
  const other = await invite(page, browser, "10+5");
  await typeMove(page, "e4");
  await expectMoves(other, ["e4"]);
  await typeMove(other, "e5");
  await expectMoves(page, ["e4", "e5"]);
  const host = await openHost(page);
  await expect(host.getByRole("heading", { name: t.people.title(2) })).toBeVisible();
  await expect(host.getByRole("heading", { name: t.games.title(1) })).toBeVisible();
  await expectAccessible(host, "the host's page");
  await host.getByRole("switch", { name: t.switches.clocks_paused }).press("Space");
  await expect(host.locator(".host-says")).toHaveText(t.switches.done(t.switches.clocks_paused, true));
  await expect(page.locator(".host-notice")).toContainText(texts.host.clocks_paused);
  await expect(page.locator(".clock.runs")).toHaveCount(0);
  await typeMove(page, "Nf3");
  await expect(page.getByRole("log")).toContainText(/The host has paused all clocks/);
  await host.getByLabel(t.announce.label).fill("Please look at the board");
  await host.getByRole("button", { name: t.announce.go }).click();
  for (const window of [page, other]) await expect(window.locator(".host-notice")).toContainText("Please look at the board");
  await host.getByRole("button", { name: t.announce.clear }).click();
  await host.getByRole("switch", { name: t.switches.clocks_paused }).uncheck();
  await expect(page.locator(".clock.runs")).toHaveCount(1);
  await typeMove(page, "Nf3");
  await expectMoves(other, ["e4", "e5", "Nf3"]);
  await other.context().close();
});

/** As long as it may be, in words and in lines. */
const LONG = `${"The second round begins at nine in the large hall.\n".repeat(9)}${"x".repeat(40)}`;

test("what the host says moves nothing and lies under nothing in a game, however long it is", async ({ page }) => {
  await beginWith(page, { opponent: "here", open: { pgn: "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 *" }, clock: "10+5" });
  const host = await openHost(page);
  const notice = page.locator(".host-notice button");
  for (const [width, height] of [
    [1366, 650],
    [1920, 1080],
    [932, 430],
    [844, 390],
    [740, 360],
    [390, 844],
    [320, 640],
  ] as const) {
    await page.setViewportSize({ width, height });
    const before = await places(page);
    const told = `${width} × ${height}`;
    await host.getByLabel(t.announce.label).fill(LONG);
    await host.getByRole("button", { name: t.announce.go }).click();
    await expect(notice).toContainText("The second round");
    await expect(notice).toBeInViewport({ ratio: 1 });
    expect(await places(page), told).toEqual(before);
    const isOnTop = (): Promise<boolean> =>
      notice.evaluate((button) => {
        const { x, y, width, height } = button.getBoundingClientRect();
        return [0.1, 0.5, 0.9].every((share) => button.contains(document.elementFromPoint(x + width * share, y + height / 2)));
      });
    expect(await isOnTop(), told).toBe(true);
    // All of it is seen when it is pressed, and nothing has moved but what was said.
    await notice.click();
    await expect(notice).toHaveAttribute("aria-expanded", "true");
    expect(await isOnTop(), told).toBe(true);
    expect(await places(page), told).toEqual(before);
    await page.keyboard.press("Escape");
    await expect(notice).toHaveAttribute("aria-expanded", "false");
    await host.getByRole("button", { name: t.announce.clear }).click();
    await expect(notice).toHaveCount(0);
    expect(await places(page), told).toEqual(before);
  }
  await expect(page.locator(".host-banner")).toHaveCount(0);
});

test("somebody is removed, after a question that a double click does not answer", async ({ page, browser }) => {
  const other = await invite(page, browser);
  const renamed = () => fetch("/v1/session", { method: "PATCH", body: '{"name":"Eve"}' }).then((answer) => answer.status);
  expect(await other.evaluate(renamed)).toBe(200);
  const host = await openHost(page);
  const remove = host.getByRole("button", { name: t.people.removeWho("Eve") });
  await remove.dblclick();
  const dialog = host.getByRole("dialog", { name: t.remove.title("Eve") });
  await expect(dialog).toBeVisible();
  await expect(dialog.getByRole("button", { name: texts.dialogs.cancel })).toBeFocused();
  await expectAccessible(host, "the question");
  const yes = dialog.getByRole("button", { name: t.remove.yes });
  await expect(yes).toHaveAttribute("aria-disabled", "false");
  await yes.click();
  await expect(host.getByText(t.people.removed("Eve"))).toBeVisible();
  await expect(other.getByText(texts.net.sessionEnded)).toBeVisible();
  await host.getByRole("button", { name: t.removals.readmitWho("Eve") }).click();
  await expect(host.getByText(t.removals.readmitted("Eve"))).toBeVisible();
  await other.context().close();
});

test("a code makes another device the same player, with the guest's games if wished", async ({ page, browser, server }) => {
  await page.goto("/");
  await page.getByRole("button", { name: texts.home.here }).click();
  await expect(page.locator("cg-board piece").first()).toBeVisible();
  const game = new URL(page.url()).pathname;
  await page.goto("/");
  await page.getByRole("button", { name: texts.home.otherDevice }).click();
  await page.getByRole("button", { name: t.code.make }).click();
  await expectAccessible(page, "a code");
  const link = await page.getByRole("dialog").getByLabel(t.code.link, { exact: true }).inputValue();
  const phone = await (await browser.newContext({ baseURL: server.url })).newPage();
  await phone.goto("/");
  await phone.getByRole("button", { name: texts.home.here }).click();
  await expect(phone.locator("cg-board piece").first()).toBeVisible();
  const guests = new URL(phone.url()).pathname;
  await phone.goto(link);
  await phone.getByRole("button", { name: t.code.enterGo }).click();
  await phone.getByRole("button", { name: t.code.take }).click();
  await expect(phone.locator(`a[href="${game}"]`)).toBeVisible();
  await expect(phone.locator(`a[href="${guests}"]`)).toBeVisible();
  expect(new URL(phone.url()).hash).toBe("");
  await phone.context().close();
});

test("the host is told what is wrong with the way out, and when a browser is the host's no longer", async ({ page }) => {
  const says = "The server's disk is full.";
  const wayOut = "Free some space on the disk of /srv/club.";
  const ended = "This browser is not the host's any more: a newer link has taken its place.";
  const atHome = await openHost(page);
  await expect(atHome.getByRole("button", { name: t.server.signOut })).toHaveCount(0);
  await atHome.close();
  let isHost = true;
  await page.context().route("**/v1/host", async (route) => {
    if (!isHost) return route.fulfill({ status: 403, json: { error: { code: "not_the_host", says: ended } } });
    const response = await route.fetch();
    const trouble = { says, way_out: wayOut, can_play: false };
    return route.fulfill({ response, json: { ...(await response.json()), at_home: false, trouble } });
  });
  const host = await openHost(page);
  await expect(host.getByRole("alert").filter({ hasText: says })).toHaveText(`${says} ${wayOut}`);
  await expectAccessible(host, "trouble on the host's page");
  isHost = false;
  await expect(host.getByText(ended)).toBeVisible();
  await expect(host.getByLabel(t.denied.token)).toBeVisible();
  isHost = true;
  await expect(host.getByRole("button", { name: t.server.signOut })).toBeVisible();
  await page.context().route("**/v1/host/session", (route) => {
    isHost = false;
    return route.fulfill({ status: 204 });
  });
  await host.getByRole("button", { name: t.server.signOut }).click();
  await expect(host.locator(".host-says")).toHaveText(t.server.signedOut);
  await page.context().unrouteAll();
  await host.close();
});

test("the host shuts the server down; pages say so and come back by themselves", async ({ page, server }) => {
  await page.goto("/");
  await page.getByRole("button", { name: texts.home.here }).click();
  await expect(page.locator("cg-board piece").first()).toBeVisible();
  const host = await openHost(page);
  await host.getByRole("button", { name: t.server.backup }).click();
  await expect(host.locator(".host-says")).toHaveText(/games? (is|are) in .*backups/);
  await host.getByRole("button", { name: t.server.shutDown }).click();
  const yes = host.getByRole("dialog").getByRole("button", { name: t.server.shutDown });
  await expect(yes).toHaveAttribute("aria-disabled", "false");
  await yes.click();
  await expect(page.locator(".offline")).toHaveText(texts.net.shutDown);
  await server.kill();
  await server.run();
  await expect(page.locator(".offline")).toHaveCount(0);
  await typeMove(page, "e4");
  await expectMoves(page, ["e4"]);
});
