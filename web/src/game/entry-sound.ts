import type { StateView } from "../protocol";
import type { Sound } from "../sounds";
import { menOf } from "./men";

/** What is heard of an entry; of a move that was shown and heard before, only what was not known then. */
export function soundOf(before: string, state: StateView, happened: string[], wasHeard: boolean): Sound | null {
  const has = (what: string): boolean => happened.includes(what);
  if (has("annotated")) return null;
  if (has("ended")) return "end";
  if (has("moved") && state.check) return "check";
  if (has("moved") && wasHeard) return null;
  if (has("moved") || has("redone")) return menOf(state.fen).length < menOf(before).length ? "capture" : "move";
  return has("undone") || has("went_to") ? "move" : "notice";
}
