import type { JSX } from "preact";
import type { GameView } from "../protocol";
import { texts } from "../texts";

const t = texts.differences;

/** What differs from ordinary chess, for whoever wants to know. */
export function Differences({ says, title = t.title }: { says: string[]; title?: string }): JSX.Element {
  return (
    <details class="differences" onKeyDown={closeOnEscape}>
      <summary>{title}</summary>
      {says.length === 0 ? (
        <p>{t.none}</p>
      ) : (
        <ul aria-label={t.title}>
          {says.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
    </details>
  );
}

/** It may lie over other things: Escape puts it away, and the hand stays where it was. */
function closeOnEscape(event: KeyboardEvent & { currentTarget: HTMLDetailsElement }): void {
  if (event.key !== "Escape" || !event.currentTarget.open) return;
  event.stopPropagation();
  event.currentTarget.open = false;
  event.currentTarget.querySelector("summary")?.focus();
}

/** By which rules and with which clock a game is played. */
export function Played({ view }: { view: GameView }): JSX.Element {
  const rules = texts.rules[view.rules.name] ?? view.rules.name;
  return <Differences says={view.rules.says} title={t.played(rules, texts.home.clockOf(view.clock))} />;
}
