import type { Side } from "../protocol";
import { texts } from "../texts";

/** What the server calls its computer in every language, as files do. */
const COMPUTER = /^(?:Tabiya|Computer,) level (?=[1-9]$)/;

/** What it calls whoever has told no name. */
const GUEST = "Guest";

/** A name as it is shown: in the language of the page where it is the computer's or nobody's own. */
export function shownName(name: string): string {
  return name === GUEST ? texts.home.guest : name.replace(COMPUTER, `Tabiya ${texts.game.levelWord} `);
}

/** Who plays whom. */
export function versus({ white, black }: Record<Side, string>): string {
  return texts.home.versus(shownName(white), shownName(black));
}

/** What to look for where somebody types a name as it is shown, or a part of it. */
export function soughtName(text: string): string {
  return text.replace(new RegExp(`\\b${texts.game.levelWord}\\b`, "i"), "level");
}
