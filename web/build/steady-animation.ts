import type { Plugin } from "vite";

const LEFT = "const rest = 1 - (now - cur.start) * cur.frequency;";

/**
 * Chessground's animation, of which never more is left than all. A frame has the time of its beginning: on a busy machine that is before
 * a man was moved in it, and the man would first go the other way, even off the board.
 */
export function steadied(code: string): string {
  if (!code.includes(LEFT))
    throw new Error("Chessground animates otherwise than it did: look whether a man still goes the other way first");
  return code.replace(LEFT, "const rest = Math.min(1, 1 - (now - cur.start) * cur.frequency);");
}

/** Builds it into the page. */
export function steadyAnimation(): Plugin {
  return {
    name: "steady-animation",
    transform: (code, id) => (id.endsWith("chessground/dist/anim.js") ? { code: steadied(code), map: null } : null),
  };
}
