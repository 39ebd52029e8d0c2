import { targetsOf } from "../board/dests";
import type { LanguageCode } from "../language";
import type { StateView } from "../protocol";
import { menOf, roleOf } from "./men";

/** A move as it is typed by a letter and a square: `e4`, `Nf3`, `Rad1`, `exd5`, `e8=Q`. */
const TYPED = /^([KQRBNSLTD])?([a-h])?([1-8])?[-x:]?([a-h][1-8])(?:=?([QRBNSLTD]))?[+#!?]*$/;

/** What men are called in German where English has no such letter. */
const GERMAN: Record<string, string> = { S: "n", L: "b", T: "r", D: "q" };

/**
 * The squares of a typed move, to show it before the server has answered. It is looked for among what the server has told that men
 * can do; nothing where none is meant, or several may be: that is shown once it is known.
 */
export function typedMove(
  text: string,
  { fen, dests, promotions = [], turn }: Pick<StateView, "fen" | "dests" | "promotions" | "turn">,
  language: LanguageCode,
): string | null {
  const [, letter, file, rank, to, becomes] = TYPED.exec(text.trim()) ?? [];
  const known = (sign: string): boolean => language === "de" || !(sign in GERMAN);
  if (!to || ![letter, becomes].every((sign) => sign === undefined || known(sign))) return null;
  const role = letter ? roleOf(GERMAN[letter] ?? letter) : "pawn";
  const isMeant = ({ square }: { square: string }): boolean =>
    (file === undefined || square[0] === file) && (rank === undefined || square[1] === rank) && targetsOf(dests ?? {}, square).includes(to);
  const [man, ...others] = menOf(fen).filter((man) => man.color === turn && man.role === role && isMeant(man));
  if (!man || others.length > 0) return null;
  const m = man.square + to;
  if (promotions.includes(m) !== (becomes !== undefined)) return null;
  return m + (becomes ? (GERMAN[becomes] ?? becomes).toLowerCase() : "");
}
