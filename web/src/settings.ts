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
  pieces: "cburnett" | "shapes" | "letters";
  coordinates: boolean;
  /** How large the board is, as a part of what the window allows. */
  boardScale: number;
  isMuted: boolean;
  animates: boolean;
  /** Whether the player is told of their turn while the page is hidden. */
  notifies: boolean;
  /** Whether single letters are keys; some ways of typing need them off. */
  letterKeys: boolean;
  /** Whether the computer plays openings by the book. */
  book: boolean;
  name: string;
  /** Whether the player was asked for the name that others see. */
  isNameAsked: boolean;
  lastChoice: LastChoice;
};

export const BOARDS: Settings["board"][] = ["wood", "green", "blue", "slate", "print"];
export const PIECE_SETS: Settings["pieces"][] = ["cburnett", "shapes", "letters"];

export const SMALLEST_BOARD = 0.4;

const KEY = "tabiya.settings";
const USUAL: Settings = {
  language: "auto",
  theme: "auto",
  contrast: "normal",
  print: "normal",
  board: "wood",
  pieces: "cburnett",
  coordinates: true,
  boardScale: 1,
  isMuted: false,
  animates: true,
  notifies: false,
  letterKeys: true,
  book: true,
  name: "",
  isNameAsked: false,
  lastChoice: { rules: "fide", clock: "", ownClock: "", color: "white", level: 2, computers: { white: 2, black: 2 } },
};

let current: Settings = load();
const listeners = new Set<() => void>();

function load(): Settings {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Settings>;
    return { ...USUAL, ...kept, lastChoice: { ...USUAL.lastChoice, ...kept.lastChoice } };
  } catch {
    return USUAL;
  }
}

function apply(): void {
  const root = document.documentElement.dataset;
  root.theme = current.theme;
  root.contrast = current.contrast;
  root.print = current.print;
  root.board = current.contrast === "high" ? "print" : current.board;
  root.pieces = current.pieces;
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
