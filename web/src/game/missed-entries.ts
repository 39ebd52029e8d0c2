import type { FromServer, GameView } from "../protocol";
import type { MessageLog } from "./message-log";

type Missed = Extract<FromServer, { type: "entry" }>[];

/** From which version on a window has not heard what happened in a game that it is told as a whole. */
export function unheardSince(view: GameView, before: GameView | null, kept: number | null): number | null {
  if (before) return before.version;
  if (kept !== null) return kept;
  // Whoever comes to a game that goes on is told the last move of it.
  return view.stage === "live" && view.you.role !== "spectator" && view.line.length > 0 ? view.version - 1 : null;
}

/** Tells in a log, before what was said since, what happened in a game while it was not heard; gives it. */
export async function tellMissed(
  log: MessageLog,
  ask: (since: number) => Promise<FromServer[]>,
  since: number | null,
  view: GameView,
): Promise<Missed> {
  if (since === null || since >= view.version) return [];
  const at = log.lines.length;
  try {
    const missed = (await ask(since)).filter((entry) => entry.type === "entry");
    const before = missed.filter((entry) => entry.version <= view.version);
    log.insert(
      at,
      before.map(({ says }) => says),
      view.version,
    );
    return before;
  } catch {
    // The moves are in the list all the same.
    return [];
  }
}
