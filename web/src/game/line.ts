import type { GameView, MoveView, OpeningView, StateView } from "../protocol";

/** The number and side of the move that is the `ply`-th of the line, such as `12.` or `12...`. */
export function moveNumber(view: GameView, ply: number): string {
  const [, turn, , , , number] = view.start.split(" ");
  const first = (Number(number ?? 1) - 1) * 2 + (turn === "b" ? 1 : 0) + ply - 1;
  return `${Math.floor(first / 2) + 1}${first % 2 === 0 ? "." : "..."}`;
}

/** Moves that lead to a state, which tells the position after the last of them. */
export function withPosition(moves: MoveView[], state: StateView): MoveView[] {
  return moves.map((m, i) => (i === moves.length - 1 ? { ...m, fen: state.fen } : m));
}

/** The position after so many single moves of the line. */
export function fenAt(view: GameView, ply: number): string {
  return view.line[ply - 1]?.fen ?? view.start;
}

/** The number, in the tree of all moves, of the one after which so many are made; 0 at the start. */
export function nodeAt(view: GameView, ply: number): number {
  return view.line[ply - 1]?.node ?? 0;
}

/** The opening after so many single moves of the line: the last that was named on the way there. */
export function openingAt(view: GameView, ply: number): OpeningView | null {
  for (let i = Math.min(ply, view.line.length) - 1; i >= 0; i--) {
    const opening = view.line[i]?.opening;
    if (opening) return opening;
  }
  return null;
}
