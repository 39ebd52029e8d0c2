import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { http } from "../net/http";
import type { OpeningChoice } from "../protocol";
import { texts } from "../texts";

/** How long somebody has to stop typing before the openings are looked for. */
const PAUSE = 150;

/** Openings that nobody has asked for yet come when the rest of the page is there, or as soon as somebody comes near. */
const UNASKED_PAUSE = 2000;

/** What somebody has typed to find an opening, and the name of the one to begin with; nothing for the usual start. */
export type ChosenOpening = { text: string; name: string };

type Props = {
  value: ChosenOpening;
  /** Whether games begin with openings under the rules that are chosen. */
  isPossible: boolean;
  onChange: (value: ChosenOpening) => void;
};

/** An opening to begin with: looked for while its name is typed, and chosen from what is found. */
export function OpeningField({ value, isPossible, onChange }: Props): JSX.Element {
  const [found, setFound] = useState<OpeningChoice[]>([]);
  const [isNear, setIsNear] = useState(false);
  const comeNear = (): void => setIsNear(true);
  const { text, name } = value;
  const asked = text.trim();
  const latest = useRef(value);
  latest.current = value;
  useEffect(() => {
    if (!isPossible) return;
    let isGone = false;
    const look = async (): Promise<void> => {
      try {
        const openings = await http.openings(asked);
        if (isGone) return;
        setFound(openings);
        // What was typed meant the likeliest, unless another was chosen.
        if (asked && latest.current.name === asked) onChange({ text: latest.current.text, name: openings[0]?.name ?? asked });
      } catch {
        // The server reads what was typed when the game begins, and says what is wrong with it.
      }
    };
    const unasked = isNear ? 0 : UNASKED_PAUSE;
    const timer = setTimeout(() => void look(), asked ? PAUSE : unasked);
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [asked, isPossible, isNear]);
  const t = texts.home;
  const chosen = found.find((opening) => opening.name === name);
  return (
    <fieldset class="opening-choice" disabled={!isPossible} onPointerEnter={comeNear} onFocusCapture={comeNear}>
      <legend class="visually-hidden">{t.opening}</legend>
      <label class="field">
        {t.openingSearch}
        <input
          type="search"
          autocomplete="off"
          spellcheck={false}
          maxLength={100}
          value={text}
          placeholder={t.openingExample}
          onInput={(event) => onChange({ text: event.currentTarget.value, name: event.currentTarget.value.trim() })}
        />
      </label>
      <label class="field">
        {t.openingChosen}
        <select value={name} onChange={(event) => onChange({ text, name: event.currentTarget.value })}>
          <option value="">{t.usualStart}</option>
          {name && !chosen && <option value={name}>{name}</option>}
          {found.map((opening) => (
            <option key={opening.name} value={opening.name}>
              {texts.game.openingName(opening.name, opening.eco)}
            </option>
          ))}
        </select>
      </label>
      <p class="opening-note" aria-live="polite">
        {isPossible ? (chosen?.moves ?? (asked && found.length === 0 ? t.noSuchOpening : t.openingNote)) : t.noOpenings}
      </p>
    </fieldset>
  );
}
