import type { GameSummary } from "../protocol";

/** Whether it waits for a move of this player alone. */
export function isMyMove(game: GameSummary): boolean {
  return game.turn !== null && game.you === game.turn;
}

/** Games that have begun first, then those that wait for oneself, then what happened last. */
export function bySoonest(a: GameSummary, b: GameSummary): number {
  return Number(b.begun) - Number(a.begun) || Number(isMyMove(b)) - Number(isMyMove(a)) || b.updated - a.updated;
}
