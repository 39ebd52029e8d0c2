/// <reference lib="webworker" />

/** What is kept for when the server is away, under a name that every build has of its own; the build puts it here. */
declare const __SHELL__: { name: string; files: string[] };

const worker = self as unknown as ServiceWorkerGlobalScope;
const shell = __SHELL__;
const AWAY = "/away.html";
/** What a proxy answers whose server is away. */
const AWAY_STATUSES = [502, 503, 504];

worker.addEventListener("install", (event) => event.waitUntil(keepShell()));
worker.addEventListener("activate", (event) => event.waitUntil(takeOver()));
worker.addEventListener("fetch", (event) => {
  const { pathname, origin } = new URL(event.request.url);
  if (event.request.mode === "navigate") event.respondWith(pageOrAway(event));
  else if (origin === location.origin && shell.files.includes(pathname)) event.respondWith(freshOrKept(event.request));
});

worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(showWindow(String(event.notification.data ?? "/")));
});

/** Brings the window to the front that has told of something, or opens one there. */
async function showWindow(path: string): Promise<void> {
  const windows = await worker.clients.matchAll({ type: "window" });
  const there = windows.find(({ url }) => new URL(url).pathname === path);
  await (there ? there.focus() : worker.clients.openWindow(path));
}

/** A new build does not wait until all pages of the old one are closed: none of them is ever shown from here. */
async function keepShell(): Promise<void> {
  const cache = await caches.open(shell.name);
  await cache.addAll(shell.files.map((file) => new Request(file, { cache: "reload" })));
  await worker.skipWaiting();
}

async function takeOver(): Promise<void> {
  for (const name of await caches.keys()) if (name.startsWith("tabiya-") && name !== shell.name) await caches.delete(name);
  await worker.registration.navigationPreload?.enable();
  await worker.clients.claim();
}

/** A page comes from the server alone, so that it is always the server's own; only that there is none is told from here. */
async function pageOrAway(event: FetchEvent): Promise<Response> {
  try {
    const page = ((await event.preloadResponse) as Response | undefined) ?? (await fetch(event.request));
    if (!AWAY_STATUSES.includes(page.status)) return page;
  } catch {
    // No answer at all.
  }
  return kept(AWAY);
}

async function freshOrKept(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch {
    return kept(new URL(request.url).pathname);
  }
}

async function kept(file: string): Promise<Response> {
  return (await caches.match(file, { ignoreVary: true })) ?? Response.error();
}
