import type { GameView, Side } from "../protocol";
import { texts } from "../texts";
import { otherSide } from "./men";
import { shownName } from "./player-name";

/** The side whose men a window moves; nothing for those who watch. */
export function sideOf({ you, state }: GameView): Side | null {
  return you.role === "both" ? state.turn : you.role === "spectator" ? null : you.role;
}

/** Whether leaving the game takes something away from its player: somebody waits, or something was done in it here. */
export function isEngagedIn(view: GameView): boolean {
  const side = sideOf(view);
  if (!side || view.stage === "over") return false;
  const isAlone = view.you.role === "both" || view[otherSide(side)].kind === "computer";
  return !isAlone || view.version > 1;
}

/** Whether an engine may say something of a game: nobody plays against somebody else in it. */
export function mayAnalyse({ view }: { view: GameView | null }): boolean {
  if (!view || view.stage === "open") return false;
  return view.stage === "over" || view.exhibition !== null || view.you.role === "both";
}

/** Who has a side. */
export function holderName(view: GameView, side: Side): string {
  return shownName(view[side].name) || texts.sides[side];
}
