import type { ReviewedMove, ScoredPosition } from "../protocol";

/** What the positions of a game are worth; nothing where that is not known yet. */
type Points = (ScoredPosition | null)[];

/** How high and how wide the drawing is; it is stretched to the room that there is. */
export const GRAPH = { width: 100, height: 100 };

/** Where a position lies from left to right. */
export function xOf(ply: number, plies: number): number {
  return plies === 0 ? 0 : (ply / plies) * GRAPH.width;
}

/** Where White's chances lie: above where they are good. */
export function yOf(chances: number): number {
  return (1 - chances) * GRAPH.height;
}

/** The position nearest to a place, as a part of the width. */
export function plyAt(part: number, plies: number): number {
  return Math.max(0, Math.min(plies, Math.round(part * plies)));
}

/** The runs of positions that are known, one behind the other: what is not known yet is a gap. */
export function knownRuns(points: Points): number[][] {
  const runs: number[][] = [];
  points.forEach((point, ply) => {
    if (!point) return;
    const last = runs.at(-1);
    if (last?.at(-1) === ply - 1) last.push(ply);
    else runs.push([ply]);
  });
  return runs;
}

/** The line along a run. */
export function linePath(run: number[], points: Points): string {
  const plies = points.length - 1;
  return run.map((ply, i) => `${i === 0 ? "M" : "L"}${round(xOf(ply, plies))} ${round(yOf(points[ply]?.chances ?? 0.5))}`).join("");
}

/** What is White's below the line. */
export function areaPath(run: number[], points: Points): string {
  const plies = points.length - 1;
  const [first, last] = [run[0] ?? 0, run.at(-1) ?? 0];
  return `${linePath(run, points)}L${round(xOf(last, plies))} ${GRAPH.height}L${round(xOf(first, plies))} ${GRAPH.height}Z`;
}

const round = (number: number): number => Math.round(number * 100) / 100;

/** The signs of mistakes, the worst last, and what they are called in a file. */
const MISTAKES: Record<string, number> = { "?!": 6, "?": 2, "??": 4 };
const GOOD: Record<string, number> = { "!": 1, "!!": 3, "!?": 5 };

export function isMistake({ mark }: ReviewedMove): boolean {
  return mark in MISTAKES;
}

/** The number of a mark, as files have it. */
export function markNumber(mark: string): number | null {
  return MISTAKES[mark] ?? GOOD[mark] ?? null;
}

/** The next of some moves after a place, or before the one that led there; after the last comes the first. Nothing where there are none. */
export function nextMarked(moves: ReviewedMove[], ply: number, step: 1 | -1): ReviewedMove | null {
  const found = step === 1 ? moves.find((m) => m.ply >= ply) : moves.filter((m) => m.ply + 1 < ply).at(-1);
  return found ?? moves.at(step === 1 ? 0 : -1) ?? null;
}
