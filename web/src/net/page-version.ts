/** Whether the server was away since it answered last. */
let wasAway = false;

export function serverIsAway(): void {
  wasAway = true;
}

/** A server that comes back may be a newer one, which has a page of its own. */
export function serverAnswers(): void {
  if (!wasAway) return;
  wasAway = false;
  void reloadIfOld();
}

/** What this page was made of, before anything was added. */
const ownFiles =
  typeof document === "undefined"
    ? []
    : [...document.querySelectorAll("script[src], link[rel=stylesheet]")].flatMap(
        (element) => element.getAttribute("src") ?? element.getAttribute("href") ?? [],
      );

/** A part of the page that cannot be had any more is that of an older one. */
export function listenToUpdates(): void {
  window.addEventListener("vite:preloadError", () => void reloadIfOld());
  window.addEventListener("input", ({ target }) => noteTyping(target), true);
}

/** The fields in which somebody has typed. */
let typedIn: Element[] = [];

function noteTyping(field: EventTarget | null): void {
  if (field instanceof Element) typedIn = [...typedIn.filter((other) => other.isConnected && other !== field), field];
}

/** Whether the server's page is made of the same files. */
export function isSamePage(html: string, files: string[]): boolean {
  return files.every((file) => html.includes(`"${file}"`));
}

/** How often it is looked whether somebody is still typing. */
const LOOK_EVERY = 500;

/** Whether something stands in a field that a reload would take away. */
function isFilled(field: Element | null): field is HTMLInputElement | HTMLTextAreaElement {
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return false;
  // What is kept over a reload, and taken up where it was, holds nothing up.
  if (field.readOnly || ("kept" in field.dataset && !isKeptWhenLeft(field))) return false;
  return field instanceof HTMLTextAreaElement || !NOT_TYPED.includes(field.type) ? field.value !== "" : false;
}

/** Other things that are kept are only there again: nobody is taken out of the middle of a word. */
function isKeptWhenLeft({ dataset }: HTMLElement): boolean {
  return dataset.kept === "left";
}

/** Whether somebody types, or has typed something that is still there and was not sent. */
function isAnythingTyped(): boolean {
  const isUnsent = (field: Element): boolean => field.isConnected && isFilled(field) && !isKeptWhenLeft(field);
  return isFilled(document.activeElement) || typedIn.some(isUnsent);
}

const NOT_TYPED = ["checkbox", "radio", "button", "submit", "file", "range", "color"];

/** The new page waits until what is being typed is sent, or taken away with its field. */
function reloadWhenWritten(): void {
  if (isAnythingTyped()) setTimeout(reloadWhenWritten, LOOK_EVERY);
  else location.reload();
}

/** An old page stays with a new server no longer than there is something in it that somebody types. What is on its way is kept over a reload, as everything that was done is. */
async function reloadIfOld(): Promise<void> {
  try {
    const answer = await fetch("/", { cache: "no-store" });
    if (answer.ok && !isSamePage(await answer.text(), ownFiles)) reloadWhenWritten();
  } catch {
    // Away again: it is looked at when the server is back.
    wasAway = true;
  }
}
