/** How the player works the page, by what was done last. */
let isKeyboard = false;
let isHeld = false;

/** Notes of every press what it was made with. */
export function listenToInput(): void {
  const note = (event: KeyboardEvent | MouseEvent): void => {
    // A key that is let go of was held while what it belongs to was done.
    isHeld = event.ctrlKey || event.altKey || event.metaKey;
    // A click without a pointer is one by a key, or by what reads the page aloud.
    if (event instanceof KeyboardEvent) isKeyboard = true;
    else if (event.type !== "click") isKeyboard = false;
    else if (event.detail === 0) isKeyboard = true;
  };
  for (const name of ["keydown", "pointerdown", "pointerup", "click"] as const)
    window.addEventListener(name, note, { capture: true, passive: true });
}

/** Whether the last press was that of a key. */
export function usesKeyboard(): boolean {
  return isKeyboard;
}

/** Whether Ctrl or Alt was held down with the last press, by which one asks for the other way of doing something. */
export function asksOtherWay(): boolean {
  return isHeld;
}
