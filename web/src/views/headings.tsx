import type { JSX } from "preact";
import type { OpenedView } from "../protocol";
import { texts } from "../texts";

const t = texts.headings;

/** Those that tell which game it is. */
const SHORT = ["Event", "Site", "Round", "Date"];

type Heading = { name: string; value: string };

/** What a file says of its game: in one line above the moves, and all of it for whoever wants to know. */
export function Headings({ opened }: { opened: OpenedView }): JSX.Element | null {
  const all = headingsOf(opened);
  if (all.length === 0) return null;
  const short = SHORT.flatMap((name) => all.filter((heading) => heading.name === name).map(inShort));
  return (
    <details class="headings">
      <summary>{short.join(", ") || t.title}</summary>
      <dl aria-label={t.title}>
        {all.map(({ name, value }) => (
          <div key={name}>
            <dt>{t.names[name] ?? name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function headingsOf({ event, date, white, black, headings }: OpenedView): Heading[] {
  const own: [string, string | null][] = [
    ["Event", event],
    ["Date", date && knownPart(date)],
    ["White", white],
    ["Black", black],
  ];
  const told = own.flatMap(([name, value]) => (value ? [{ name, value }] : []));
  return [...told, ...headings.filter(({ value }) => value.trim())];
}

/** A date without the part that nobody knows. */
function knownPart(date: string): string {
  return date.replace(/(\.\?\?)+$/, "");
}

function inShort({ name, value }: Heading): string {
  return name === "Round" ? t.round(value) : value;
}
