import type { GameSummary } from "../protocol";

/** For how long a game is offered in which nobody has made a move. */
const WAITS_FOR_A_MOVE = 24 * 3_600_000;

/** Whether nobody ever began a game, so that it is not offered any more: no move was made for a day, or before it was ended. */
export function isForgotten({ plies, stage, result, updated }: GameSummary, now: number): boolean {
  if (plies > 0) return false;
  return stage === "over" ? result === "*" : now - updated > WAITS_FOR_A_MOVE;
}

/** Whether it waits for a move of this player alone. */
export function isMyMove(game: GameSummary): boolean {
  return game.turn !== null && game.you === game.turn;
}

/** Games that have begun first, then those that wait for oneself, then what happened last. */
export function bySoonest(a: GameSummary, b: GameSummary): number {
  return Number(b.plies > 0) - Number(a.plies > 0) || Number(isMyMove(b)) - Number(isMyMove(a)) || b.updated - a.updated;
}
