/** From where to where. */
export type MoveSquares = { from: string; to: string };

/** A pawn's move as it is typed without what the pawn becomes: `a8`, `bxa8`, `b7xa8`, `b7-a8`. */
const PAWN_MOVE = /^([a-h])?([1-8])?[-x:]?([a-h])([1-8])[+#!?]*$/;

/** Whether a pawn is meant, which may become something. */
export const isPawnMove = (text: string): boolean => PAWN_MOVE.test(text.trim());

/** The promotion that is typed without a piece, of those that the server has told; nothing where none is meant, or several may be. */
export function typedPromotion(text: string, promotions: string[]): MoveSquares | null {
  const [, file, rank, toFile, toRank] = PAWN_MOVE.exec(text.trim()) ?? [];
  if (!toFile || !toRank) return null;
  const isMeant = (m: string): boolean =>
    m.slice(2, 4) === toFile + toRank && m[0] === (file ?? toFile) && (rank === undefined || m[1] === rank);
  const [meant, ...others] = promotions.filter(isMeant);
  return meant && others.length === 0 ? { from: meant.slice(0, 2), to: meant.slice(2, 4) } : null;
}
