import type { PieceColor, PieceRole } from "./piece-sets.ts";

/** A part of a man: its outline, the lines that are drawn upon it, and those that only dark wood needs. */
type Part = { outline: string; lines?: string; shine?: string };

const MIDDLE = 50;

/**
 * What a lathe makes of the right half of an outline, which begins and ends in the middle: the same on the left. Only `M`, `L` and
 * `C` are known, and all places are absolute.
 */
export function turned(half: string): string {
  const steps = [...half.matchAll(/([MLC])([^MLC]*)/g)].map(([, letter, places]) => ({
    letter: letter ?? "",
    points: [...(places ?? "").matchAll(/(-?[\d.]+)[ ,]+(-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)] as const),
  }));
  const back: string[] = [];
  for (let i = steps.length - 1; i > 0; i--) {
    const points = [...(steps[i]?.points.slice(0, -1) ?? []).reverse(), steps[i - 1]?.points.at(-1) ?? ([MIDDLE, 0] as const)];
    back.push(`${steps[i]?.letter}${points.map(([x, y]) => `${2 * MIDDLE - x} ${y}`).join(" ")}`);
  }
  return `${half}${back.join("")}Z`;
}

/** What every man stands on, so many wide from the middle. */
function foot(wide: number): Part {
  const edge = MIDDLE + wide;
  return {
    outline: turned(`M50 73L${edge - 9} 73C${edge - 8} 77 ${edge - 4} 80 ${edge - 2} 83C${edge + 1} 84 ${edge + 1} 91 ${edge} 92L50 92`),
    lines: `M${2 * MIDDLE - edge + 3} 83.5H${edge - 3}`,
  };
}

/** What parts head and body. */
function collar(y: number, wide: number): Part {
  const edge = MIDDLE + wide;
  return {
    outline: turned(`M50 ${y}L${edge - 2} ${y}C${edge + 1} ${y} ${edge + 1} ${y + 5} ${edge - 2} ${y + 5}L50 ${y + 5}`),
    shine: `M${2 * MIDDLE - edge + 2.5} ${y + 2.5}H${edge - 2.5}`,
  };
}

function ball(x: number, y: number, radius: number): Part {
  return { outline: `M${x - radius} ${y}a${radius} ${radius} 0 1 1 ${2 * radius} 0a${radius} ${radius} 0 1 1 ${-2 * radius} 0Z` };
}

/** From what lies below to what lies above. */
const PARTS: Record<PieceRole, Part[]> = {
  pawn: [{ outline: turned("M50 46L55.5 46C55.5 58 58 68 66 75L50 75") }, foot(25), ball(50, 34, 13.5), collar(45, 15)],
  rook: [
    { outline: turned("M50 38L62 38C62 54 64 66 69 75L50 75") },
    foot(29),
    { outline: turned("M50 18L55.5 18L55.5 23.5L61.5 23.5L61.5 18L71.5 18L70.5 33L65.5 39L50 39"), lines: "M30.5 32.5H69.5" },
  ],
  bishop: [
    { outline: turned("M50 50L56.5 50C57 60 60 69 68 75L50 75") },
    foot(28),
    { outline: turned("M50 15C61 23 68 32 67 40C66.5 45 62.5 48 58 50L50 50"), lines: "M53 38.5L61 27" },
    ball(50, 12.5, 4.6),
    collar(48.5, 16),
  ],
  knight: [
    foot(29),
    {
      outline:
        "M29.5 75C29.5 66 36 61 42.5 56C47 52 48.5 49 48 45.5C44.5 49.5 38.5 50.5 34 54C31 57.5 26.5 59 22.5 56.5C18 53.5 17 49.5 19.5 46C23 41 26.5 36 29 29.5C30.5 24.5 33.5 21 37.5 18.5L36.5 7.5C41.5 9.5 45.5 12 48 16C55 15 61.5 17.5 64.5 22C69.5 23.5 73 28 73.5 33.5C77.5 37.5 79.5 43.5 77.5 49.5C79.5 57 77 68 72 75Z",
      lines:
        "M49.5 22.5C60.5 25 67.5 35 67.5 52M63.5 23L60.5 26M71.5 34.2L66.8 36M75.2 49.4L68 49M48 45.5C49 41.5 47.5 38 44.5 36M22.5 51.5L25.5 49.5",
    },
  ],
  queen: [
    { outline: turned("M50 46L57 46C57 58 61 68 70 75L50 75") },
    foot(30),
    { outline: turned("M50 17L56.5 29L62.5 16L67 28.5L75.5 21C74 31 67.5 40 61.5 45.5L50 45.5") },
    ball(50, 13.5, 4.4),
    ...[37.5, 62.5].map((x) => ball(x, 14.5, 3)),
    ...[24.5, 75.5].map((x) => ball(x, 20, 3)),
    collar(44, 17),
  ],
  king: [
    { outline: turned("M50 45L58 45C58 58 62 68 70 75L50 75") },
    foot(30),
    {
      outline: turned(
        "M50 2.5L54 2.5C53.4 4.5 53 6.2 52.8 8C54.7 7.8 56.6 7.4 58.5 6.7L58.5 15C56.6 14.3 54.7 13.9 52.8 13.7L53.5 20L50 20",
      ),
    },
    {
      outline: turned("M50 17.5C57 17.5 62 19.5 63.5 23L73 22.5C72 31 68 38.5 62.5 44.5L50 44.5"),
      lines: "M36.5 23.5C44 26.5 56 26.5 63.5 23.5",
    },
    collar(43, 18),
  ],
};

type Ink = { light: string; middle: string; dark: string; edge: string; line: string };

const INKS: Record<PieceColor, Ink> = {
  white: { light: "#fffefa", middle: "#f7ecd6", dark: "#d8c29a", edge: "#43321f", line: "#43321f" },
  black: { light: "#6e635b", middle: "#423a35", dark: "#211c19", edge: "#0f0c0a", line: "#d9c9b2" },
};

/** A man of the set "staunton": as if of wood and made on a lathe, with the light from the left. */
export function stauntonPiece(role: PieceRole, color: PieceColor): string {
  const { light, middle, dark, edge, line } = INKS[color];
  const stops = [
    [0, light],
    [0.45, middle],
    [1, dark],
  ].map(([at, ink]) => `<stop offset="${at}" stop-color="${ink}"/>`);
  const wood = `<linearGradient id="w" gradientUnits="userSpaceOnUse" x1="22" y1="40" x2="82" y2="48">${stops.join("")}</linearGradient>`;
  const eye = role === "knight" ? `<circle cx="36" cy="31" r="2.6" fill="${line}"/>` : "";
  const parts = PARTS[role].map(({ outline, lines, shine }) => {
    const upon = `${lines ?? ""}${(color === "black" && shine) || ""}`;
    return `<path d="${outline}"/>${upon && `<path d="${upon}" fill="none" stroke="${line}" stroke-width="2"/>`}`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">${wood}<g fill="url(#w)" stroke="${edge}" stroke-width="2.6" stroke-linejoin="round" stroke-linecap="round">${parts.join("")}</g>${eye}</svg>`;
}
