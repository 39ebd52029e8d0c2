import type { ScoredPosition } from "../protocol";
import { analysisTexts } from "./texts";

/** What a position is worth as it is read out. */
export function scoreWords({ pawns, mate, over, says }: ScoredPosition): string {
  const t = analysisTexts.score;
  if (over !== undefined) return says;
  if (mate !== undefined) return mate > 0 ? t.whiteMates(mate) : t.blackMates(-mate);
  const ahead = Math.abs(pawns ?? 0).toFixed(2);
  if (ahead === "0.00") return t.level;
  return (pawns ?? 0) > 0 ? t.whiteAhead(ahead) : t.blackAhead(ahead);
}

/** The same in as few letters as a narrow bar has room for: who is better is seen. */
export function shortScore({ pawns, mate, over }: ScoredPosition): string {
  if (over !== undefined) return over === "1/2-1/2" ? "½" : over;
  if (mate !== undefined) return `#${Math.abs(mate)}`;
  const ahead = Math.abs(pawns ?? 0);
  return ahead >= 9.95 ? ahead.toFixed(0) : ahead.toFixed(1);
}
