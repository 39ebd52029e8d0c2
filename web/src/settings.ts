import type { ColorWish } from "./protocol";

/** How somebody wished to play last. */
export type LastChoice = {
  rules: string;
  clock: string;
  ownClock: string;
  color: ColorWish;
  level: number;
  computers: { white: number; black: number };
};

/** How the page looks and sounds, and what was chosen last, kept in this browser. */
export type Settings = {
  /** The language of the page; that of the browser where nobody has chosen one. */
  language: "auto" | "en" | "de";
  theme: "auto" | "light" | "dark";
  contrast: "normal" | "high";
  print: "normal" | "large";
  board: "wood" | "green" | "blue" | "slate" | "print";
  pieces: "cburnett" | "staunton" | "shapes" | "letters";
  coordinates: "inside" | "outside" | "none";
  /** How large the board is, as a part of what the window allows. */
  boardScale: number;
  isMuted: boolean;
  animates: boolean;
  /** Whether a tone tells players of their turn while they look elsewhere. */
  turnTone: boolean;
  /** Whether the player is told of their turn while the page is hidden. */
  notifies: boolean;
  /** Whether a move waits for a second word before it is made. */
  confirmsMoves: boolean;
  /** When a pawn becomes a queen without a question. */
  autoQueen: "never" | "premove" | "always";
  /** Whether moves may be made before it is one's turn. */
  premoves: boolean;
  /** Whether a game shows only the board, the clocks and what is needed. */
  isZen: boolean;
  /** Whether the men of a running game are hidden. */
  isBlindfold: boolean;
  /** Whether single letters are keys; some ways of typing need them off. */
  letterKeys: boolean;
  /** Whether the computer plays openings by the book. */
  book: boolean;
  /** Whether the computer resigns what is lost, and offers and takes draws. */
  yields: boolean;
  name: string;
  /** Whether the player was asked for the name that others see. */
  isNameAsked: boolean;
  lastChoice: LastChoice;
};

export const BOARDS: Settings["board"][] = ["wood", "green", "blue", "slate", "print"];
export const PIECE_SETS: Settings["pieces"][] = ["cburnett", "staunton", "shapes", "letters"];

export const SMALLEST_BOARD = 0.4;

/** The rating of the computer where nobody has chosen one: somebody who plays now and then. */
export const USUAL_LEVEL = 800;

const KEY = "tabiya.settings";
const USUAL: Settings = {
  language: "auto",
  theme: "auto",
  contrast: "normal",
  print: "normal",
  board: "wood",
  pieces: "cburnett",
  coordinates: "inside",
  boardScale: 1,
  isMuted: false,
  animates: true,
  turnTone: true,
  notifies: false,
  confirmsMoves: false,
  autoQueen: "premove",
  premoves: true,
  isZen: false,
  isBlindfold: false,
  letterKeys: true,
  book: true,
  yields: true,
  name: "",
  isNameAsked: false,
  lastChoice: {
    rules: "fide",
    clock: "",
    ownClock: "",
    color: "white",
    level: USUAL_LEVEL,
    computers: { white: USUAL_LEVEL, black: USUAL_LEVEL },
  },
};

let current: Settings = load();
const listeners = new Set<() => void>();

/** The settings as they were kept: what is missing is as usual. */
export function readSettings(text: string | null): Settings {
  try {
    const kept = JSON.parse(text ?? "{}") as Omit<Partial<Settings>, "coordinates"> & { coordinates?: Settings["coordinates"] | boolean };
    // Earlier there were coordinates or none.
    const coordinates = typeof kept.coordinates === "boolean" ? (kept.coordinates ? "inside" : "none") : kept.coordinates;
    const lastChoice = { ...USUAL.lastChoice, ...kept.lastChoice };
    return { ...USUAL, ...kept, coordinates: coordinates ?? USUAL.coordinates, lastChoice };
  } catch {
    return USUAL;
  }
}

function load(): Settings {
  try {
    return readSettings(localStorage.getItem(KEY));
  } catch {
    // Some browsers keep nothing for anybody.
    return USUAL;
  }
}

function apply(): void {
  const root = document.documentElement.dataset;
  root.theme = current.theme;
  root.contrast = current.contrast;
  root.print = current.print;
  root.board = current.contrast === "high" ? "print" : current.board;
  root.coordinates = current.coordinates;
  document.documentElement.style.setProperty("--board-scale", String(current.boardScale));
}

export const settings = {
  get: (): Settings => current,
  set(change: Partial<Settings>): void {
    current = { ...current, ...change };
    try {
      localStorage.setItem(KEY, JSON.stringify(current));
    } catch {
      // Without storage the settings last as long as the page.
    }
    apply();
    for (const listener of [...listeners]) listener();
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  apply,
};
