import { FILES, RANKS, menOf } from "../game/men";
import type { Side } from "../protocol";

/** Where pieces may go, by where they stand: `{ e2: "e3e4" }`. */
export type Dests = { [from in string]?: string };

/** Where the piece on a square may go. */
export function targetsOf(dests: Dests, from: string): string[] {
  return dests[from]?.match(/../g) ?? [];
}

/**
 * Every man of a color, to wherever none of its own stands: a click there picks up that one. Where it is known that a man could go
 * to one of its own, which may be taken before it does, there as well.
 */
export function anywhere(fen: string, color: Side | null, known: Dests = {}): Dests {
  const own = menOf(fen).flatMap((man) => (man.color === color ? [man.square] : []));
  const free = FILES.flatMap((file) => RANKS.map((rank) => file + rank)).filter((square) => !own.includes(square));
  return Object.fromEntries(own.map((from) => [from, [...new Set([...free, ...targetsOf(known, from)])].join("")]));
}
