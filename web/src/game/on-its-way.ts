import type { Action, GameView, Side } from "../protocol";
import { texts } from "../texts";
import type { ExpectedMove } from "./expected-move";
import { otherSide } from "./men";

/** A game of which something is on its way to the server. */
interface AskedGame {
  readonly view: GameView | null;
  readonly unanswered: Action[];
  /** What will change the position. */
  readonly nextChange: Action | null;
  /** The move that is shown as made. */
  readonly expected: ExpectedMove | null;
  readonly isCutOff: boolean;
}

/** Whether a move that is shown as made will be known to the server in a moment. */
export function isMoveOnItsWay({ expected, isCutOff }: AskedGame): boolean {
  return expected !== null && !isCutOff;
}

/** Whose turn it is, as it is shown: a move that was made is made, though the server has not said so yet, unless it has to wait. */
export function shownTurn(game: AskedGame): Side | null {
  const turn = game.view?.state.turn ?? null;
  return turn && isMoveOnItsWay(game) ? otherSide(turn) : turn;
}

/** A typed move on its way that cannot be shown, because only the server can tell which it is. */
export function unshownMove({ nextChange: change, expected }: AskedGame): string | null {
  return change?.do === "move" && !expected ? change.move : null;
}

/** What becomes of what the server was asked and cannot answer at the moment, in words; nothing where nothing waits. */
export function waitingWords(game: AskedGame): string | null {
  const t = texts.net;
  const action = game.nextChange ?? game.unanswered[0];
  if (!action || !game.isCutOff) return null;
  if (action.do === "move") return game.expected ? t.moveWaits : t.typedWaits(action.move);
  return action.do === "resign" ? t.resignationWaits : t.commandWaits;
}
