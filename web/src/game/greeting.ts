import type { GameView } from "../protocol";
import { texts } from "../texts";

/** What is said first to whoever opens a game. */
export function greetingOf({ state, stage, exhibition }: GameView): string {
  if (state.ending) return state.ending.says;
  if (stage === "open") return texts.game.waiting;
  if (exhibition?.pause) return exhibition.pause.says;
  return texts.game.toMove[state.turn];
}
