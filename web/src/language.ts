import { settings } from "./settings";

/** The languages that the page speaks, by their names in themselves. */
export const LANGUAGES = { en: "English", de: "Deutsch" };

export type LanguageCode = keyof typeof LANGUAGES;

const isKnown = (code: string): code is LanguageCode => code in LANGUAGES;

/** The first of the languages that somebody reads which the page speaks, and English where it speaks none. */
export function firstKnown(wanted: readonly string[]): LanguageCode {
  return wanted.map((tag) => tag.toLowerCase().split("-")[0] ?? "").find(isKnown) ?? "en";
}

/** The language of the page, from its beginning to its end: another one takes a new page. */
export const language: LanguageCode = chosen();

function chosen(): LanguageCode {
  // Without a window there is nobody who reads anything.
  if (typeof document === "undefined") return "en";
  const wish = settings.get().language;
  return wish === "auto" ? firstKnown(navigator.languages) : wish;
}

/** A date with the time of day, as the language writes them; `how` as for `toLocaleString`. */
export const momentName = (moment: number, how?: Intl.DateTimeFormatOptions): string => new Date(moment).toLocaleString(region(), how);

/** Where the browser knows in which country the language is read, that country's customs. */
function region(): string {
  return navigator.languages.find((tag) => firstKnown([tag]) === language && tag.toLowerCase().startsWith(language)) ?? language;
}
