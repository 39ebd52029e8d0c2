import { app } from "./app-state";
import { commandGroups } from "./commands";
import { settings } from "./settings";

/** A key with what is held down, such as `shift+ctrl+s`. */
function keyOf(event: KeyboardEvent): string {
  const isLetter = event.key.length === 1;
  const held = [
    event.shiftKey && (event.ctrlKey || event.metaKey || event.altKey || !isLetter) ? "shift" : "",
    event.altKey ? "alt" : "",
    event.ctrlKey || event.metaKey ? "ctrl" : "",
  ];
  // With Alt some layouts make other letters: the place of the key counts.
  const key = event.altKey && event.code.startsWith("Key") ? event.code.slice(3) : event.key;
  return [...held.filter(Boolean), key.toLowerCase()].join("+");
}

function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !["checkbox", "radio", "button"].includes(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}

/** Listens to the keys of the whole page. */
export function listenToKeys(): void {
  window.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.isComposing) return;
    const isPlain = !event.ctrlKey && !event.altKey && !event.metaKey;
    if (document.querySelector("dialog[open]")) return;
    if (isPlain && (isTyping(event.target) || (event.target instanceof Element && event.target.closest("[role=menu]")))) return;
    if (isPlain && event.key.length === 1 && !settings.get().letterKeys) return;
    if (isPlain && walk(event)) return;
    const key = keyOf(event);
    // What has the focus is pressed by these.
    if ([" ", "enter"].includes(key) && event.target instanceof Element && event.target.closest("button, a, summary, [tabindex='0']"))
      return;
    // The browser's own undo is what one wants in a field.
    if (isTyping(event.target) && ["ctrl+z", "ctrl+y", "shift+ctrl+z"].includes(key) && (event.target as HTMLInputElement).value) return;
    const command = commandGroups()
      .flatMap((group) => group.commands)
      .find((found) => found.keys?.includes(key));
    if (!command) return;
    event.preventDefault();
    if (!command.isOff) command.run();
  });
}

const STEPS: Record<string, "first" | "previous" | "next" | "last"> = {
  ArrowLeft: "previous",
  ArrowRight: "next",
  ArrowUp: "first",
  ArrowDown: "last",
  Home: "first",
  End: "last",
};

/** Arrow keys go through the game without disturbing it; with Shift up and down, to what else could be played. */
function walk(event: KeyboardEvent): boolean {
  const room = app.room;
  if (!room?.view) return false;
  const to = STEPS[event.key];
  if (event.key === "Escape") {
    room.forgetRefusal();
    return false;
  }
  if (
    to === undefined ||
    (event.target instanceof Element &&
      event.target.closest("[role=log], .moves") &&
      !event.shiftKey &&
      event.key.startsWith("Arrow") &&
      !["ArrowLeft", "ArrowRight"].includes(event.key))
  )
    return false;
  event.preventDefault();
  if (event.shiftKey && to === "last") room.lookBeside(1);
  else if (event.shiftKey && to === "first") room.lookBeside(-1);
  else room.walk(to);
  return true;
}
