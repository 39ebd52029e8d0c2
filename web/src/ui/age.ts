import { momentName } from "../language";
import { texts } from "../texts";

const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
];

/** How long ago something was, in words such as "5 minutes ago". */
export function ageOf(then: number, now: number, language = document.documentElement.lang): string {
  const passed = Math.max(0, now - then);
  const words = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  for (const [unit, length] of UNITS) if (passed >= length) return words.format(-Math.floor(passed / length), unit);
  return texts.home.justNow;
}

/** The day and the time of day, as people write them here. */
export function momentOf(moment: number): string {
  return momentName(moment, { dateStyle: "medium", timeStyle: "short" });
}
