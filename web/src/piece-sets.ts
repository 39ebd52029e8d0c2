import { settings } from "./settings";
import type { Settings } from "./settings";
import "virtual:pieces/cburnett.css";

type PieceSet = Settings["pieces"];

/** What fetches a set; one comes with the page. */
const FETCHES: Record<PieceSet, () => Promise<unknown>> = {
  cburnett: () => Promise.resolve(),
  staunton: () => import("virtual:pieces/staunton.css"),
  shapes: () => import("virtual:pieces/shapes.css"),
  letters: () => import("virtual:pieces/letters.css"),
};

/** Fetches the pictures of a set, and tells whether they are there. */
export async function loadPieces(set: PieceSet): Promise<boolean> {
  try {
    await FETCHES[set]();
    return true;
  } catch {
    // Without a connection there is none; the next choice tries again.
    return false;
  }
}

/** Shows the set that is chosen, now and whenever it is another one. */
export function showChosenPieces(): void {
  const show = (): void => void showPieces(settings.get().pieces);
  show();
  settings.subscribe(show);
}

/** Until a set is there the one before is shown, and where it cannot be had the one that came with the page. */
async function showPieces(set: PieceSet): Promise<void> {
  const root = document.documentElement.dataset;
  if (root.pieces === set) return;
  const isThere = await loadPieces(set);
  if (settings.get().pieces !== set) return;
  if (isThere) root.pieces = set;
  else root.pieces ??= "cburnett";
}
