import type { Side } from "../protocol";

export type ManRole = "pawn" | "knight" | "bishop" | "rook" | "queen" | "king";
export type Man = { square: string; role: ManRole; color: Side };

const ROLES: Record<string, ManRole> = { p: "pawn", n: "knight", b: "bishop", r: "rook", q: "queen", k: "king" };
export const LETTERS: Record<ManRole, string> = { pawn: "p", knight: "n", bishop: "b", rook: "r", queen: "q", king: "k" };
/** As they are shown beside the board. */
const ORDER: ManRole[] = ["queen", "rook", "bishop", "knight", "pawn", "king"];
export const FILES = ["a", "b", "c", "d", "e", "f", "g", "h"];
export const RANKS = ["1", "2", "3", "4", "5", "6", "7", "8"];

export function otherSide(side: Side): Side {
  return side === "white" ? "black" : "white";
}

/** The role that a letter of FEN or notation stands for. */
export function roleOf(letter: string): ManRole {
  return ROLES[letter.toLowerCase()] ?? "pawn";
}

/** The men of a position that is written as FEN. */
export function menOf(fen: string): Man[] {
  const men: Man[] = [];
  const rows = (fen.split(" ")[0] ?? "").split("/");
  rows.forEach((row, down) => {
    let file = 0;
    for (const letter of row) {
      const role = ROLES[letter.toLowerCase()];
      if (role) {
        men.push({ square: `${FILES[file]}${8 - down}`, role, color: letter === letter.toLowerCase() ? "black" : "white" });
        file += 1;
      } else {
        file += Number(letter) || 0;
      }
    }
  });
  return men;
}

/** The board part of a FEN. */
export function boardFen(men: Map<string, { role: ManRole; color: Side }>): string {
  const rows = [...RANKS].reverse().map((rank) => {
    let row = "";
    let empty = 0;
    for (const file of FILES) {
      const man = men.get(`${file}${rank}`);
      if (!man) {
        empty += 1;
        continue;
      }
      const letter = LETTERS[man.role];
      row += `${empty || ""}${man.color === "white" ? letter.toUpperCase() : letter}`;
      empty = 0;
    }
    return `${row}${empty || ""}`;
  });
  return rows.join("/");
}

/** The men of `color` that were taken on the way through some positions. A pawn that became something else was not. */
export function takenFrom(fens: string[], color: Side): ManRole[] {
  const taken = fens.flatMap((fen, i) => (i > 0 ? takenBetween(fens[i - 1] ?? fen, fen, color) : []));
  return ORDER.flatMap((role) => taken.filter((other) => other === role));
}

function takenBetween(before: string, after: string, color: Side): ManRole[] {
  const count = (fen: string, role: ManRole): number => menOf(fen).filter((man) => man.role === role && man.color === color).length;
  const less = ORDER.map((role) => ({ role, by: count(before, role) - count(after, role) }));
  const made = less.reduce((sum, { by }) => sum + Math.max(0, -by), 0);
  return less.flatMap(({ role, by }) => Array<ManRole>(Math.max(0, role === "pawn" ? by - made : by)).fill(role));
}
