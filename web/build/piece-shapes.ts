import type { PieceColor, PieceRole } from "./piece-sets.ts";

/** Our own pieces, drawn from plain shapes in a square of 48. */
const SHAPES: Record<PieceRole, string> = {
  pawn: '<circle cx="24" cy="16" r="6.5"/><path d="M20 23h8l4 14H16z"/><path d="M13 37h22v5H13z"/>',
  rook: '<path d="M13 8h6v4h3V8h4v4h3V8h6v9l-4 3v17H17V20l-4-3z"/><path d="M12 37h24v5H12z"/>',
  bishop:
    '<circle cx="24" cy="7.5" r="3"/><path d="M24 11c6 4 8 9 8 13 0 5-3 7-3 13H19c0-6-3-8-3-13 0-4 2-9 8-13z"/><path d="M24 17v9M20 21.5h8" fill="none"/><path d="M12 37h24v5H12z"/>',
  knight:
    '<path d="M15.3 37c0 -5.1 3.2 -7.4 6 -9.8 2.1 -1.8 2.8 -3.5 2.4 -5.5 -1.8 2.1 -4.6 2.4 -7 4.4 -1.7 1.8 -4.1 2.1 -5.8 0.7 -2 -1.7 -2.2 -3.7 -.9 -5.7 2 -2.9 4 -5.5 5.2 -8.8 0.7 -2 2 -3.5 3.7 -4.3l-.4 -4 5.5 3.3c7.8 0.9 12.7 7.4 12.7 16 0 5.5 -1.2 9.7 -3.1 13.8z"/><path d="M25.4 13.1c4.6 1.8 7.4 6.9 6.9 13.8" fill="none"/><circle cx="18.8" cy="15.4" r="1.6" class="dot"/><path d="M12 37h24v5H12z"/>',
  queen:
    '<path d="M14 37 9 15l8 8 1-12 6 10 6-10 1 12 8-8-5 22z"/><circle cx="9" cy="13" r="2.5"/><circle cx="18" cy="9" r="2.5"/><circle cx="30" cy="9" r="2.5"/><circle cx="39" cy="13" r="2.5"/><path d="M12 37h24v5H12z"/>',
  king: '<path d="M24 4v9M20 8h8" class="edge"/><path d="M24 13c3 0 4 3 4 5 4-3 11-2 11 5 0 6-6 9-7 14H16c-1-5-7-8-7-14 0-7 7-8 11-5 0-2 1-5 4-5z"/><path d="M12 37h24v5H12z"/>',
};

const LETTERS: Record<PieceRole, string> = { pawn: "P", knight: "N", bishop: "B", rook: "R", queen: "Q", king: "K" };

function inks(color: PieceColor): { fill: string; line: string } {
  return color === "white" ? { fill: "#fffdf6", line: "#2b2622" } : { fill: "#2f2b3a", line: "#f3efe6" };
}

/** A piece of the set "shapes". */
export function shapePiece(role: PieceRole, color: PieceColor): string {
  const { fill, line } = inks(color);
  const edge = color === "white" ? line : "#0d0b12";
  const shape = SHAPES[role]
    .replaceAll('class="dot"', `fill="${line}" stroke="none"`)
    .replaceAll('fill="none"', `fill="none" stroke="${line}"`)
    .replaceAll('class="edge"', 'fill="none"');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"><g fill="${fill}" stroke="${edge}" stroke-width="2" stroke-linejoin="round" stroke-linecap="round">${shape}</g></svg>`;
}

/** A piece of the set "letters": a disc for White, a square for Black, with its letter. Its corners are left to the coordinates. */
export function letterPiece(role: PieceRole, color: PieceColor): string {
  const { fill, line } = inks(color);
  const body = color === "white" ? '<circle cx="24" cy="24" r="18.5"/>' : '<rect x="7.5" y="7.5" width="33" height="33" rx="10"/>';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"><g fill="${fill}" stroke="${color === "white" ? line : "#fff"}" stroke-width="2">${body}</g><text x="24" y="33" font-family="Verdana,DejaVu Sans,sans-serif" font-weight="700" font-size="25" text-anchor="middle" fill="${line}">${LETTERS[role]}</text></svg>`;
}
