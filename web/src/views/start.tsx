import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { app } from "../app-state";
import { errorMessage } from "../files";
import { http } from "../net/http";
import { untilReached } from "../net/until-reached";
import type { NewGame, OpponentWish, RulesView, RulesWish, Side } from "../protocol";
import { settings, USUAL_LEVEL } from "../settings";
import { texts } from "../texts";
import { Icon } from "../ui/icon";
import type { IconName } from "../ui/icon";
import { askName } from "./name-question";
import { OpeningField } from "./opening-choice";
import { Differences } from "./rules";

/** The clocks that are offered; nothing for none. */
const CLOCKS = ["", "3+2", "5+3", "10+5", "15+10", "30"];

/** What somebody has chosen; what can be chosen again is there the next time, too. */
const chosen = {
  ...settings.get().lastChoice,
  file: null as { name: string; text: string; view: RulesView } | null,
  opening: { text: "", name: "" },
};

function keepChoice(): void {
  const { rules, clock, ownClock, color, level, computers } = chosen;
  // A file of one's own is not kept.
  const kept = rules === "own" ? settings.get().lastChoice.rules : rules;
  settings.set({ lastChoice: { rules: kept, clock, ownClock, color, level, computers } });
}

/** The computer's level that was chosen last. */
export function chosenLevel(): number {
  return chosen.level;
}

/** What may have to be filled in before a game can begin. */
type Missing = "ruleFile" | "ownClock";

type Props = {
  /** A position to start from, with its rules. */
  from?: { position: string; rules: RulesWish };
  /** Something else was chosen. */
  onChoice?: () => void;
};

/** Whom to play, and how: one click begins. */
export function Start({ from, onChoice }: Props): JSX.Element {
  const [, redraw] = useState(0);
  const [trouble, setTrouble] = useState("");
  const [missing, setMissing] = useState<Missing | null>(null);
  const fields = { ruleFile: useRef<HTMLInputElement>(null), ownClock: useRef<HTMLInputElement>(null) };
  const [isBusy, setBusy] = useState(false);
  /** Which of the games that somebody wanted here is still wanted: the last one, and none once the page is left. */
  const attempts = useRef(0);
  useEffect(
    () => () => {
      attempts.current += 1;
    },
    [],
  );
  const t = texts.home;
  const welcome = app.welcome;
  const opponents = welcome?.opponents ?? [];
  // Earlier the computer's levels had numbers.
  const offered = (level: number): number => (opponents.length === 0 || opponents.some((one) => one.level === level) ? level : USUAL_LEVEL);
  chosen.level = offered(chosen.level);
  chosen.computers = { white: offered(chosen.computers.white), black: offered(chosen.computers.black) };
  const opponent = opponents.find(({ level }) => level === chosen.level);
  if (chosen.rules !== "own" && welcome && !welcome.rules.some(({ name }) => name === chosen.rules)) chosen.rules = "fide";
  const known = chosenRules();
  const hasOpenings = known?.has_openings ?? chosen.rules === "own";
  const choose = (change: Partial<typeof chosen>): void => {
    Object.assign(chosen, change);
    keepChoice();
    setTrouble("");
    setMissing(null);
    onChoice?.();
    redraw((count) => count + 1);
  };

  const play = async (opponent: OpponentWish): Promise<void> => {
    if (isBusy) return;
    // Two computers have no clock, and nobody else has a color.
    const isWatched = typeof opponent === "object" && "computers" in opponent;
    const rules = from?.rules ?? rulesWish();
    setTrouble("");
    // What is missing is asked for, where it is filled in; nothing else is played instead.
    const hasClock = isWatched || chosen.clock !== "own" || chosen.ownClock.trim() !== "";
    if (!rules || !hasClock) {
      const field = rules ? "ownClock" : "ruleFile";
      setTrouble(rules ? t.noOwnClock : t.noRuleFile);
      setMissing(field);
      fields[field].current?.focus();
      return;
    }
    setBusy(true);
    attempts.current += 1;
    const attempt = attempts.current;
    try {
      if ((opponent === "link" || opponent === "lobby") && !(await askName())) return;
      const clock = chosen.clock === "own" ? chosen.ownClock.trim() : chosen.clock;
      const wish: NewGame = isWatched ? { rules, opponent } : { rules, opponent, color: chosen.color };
      if (clock && !isWatched) wish.clock = clock;
      if (from) wish.position = from.position;
      else if (hasOpenings && chosen.opening.name) wish.opening = chosen.opening.name;
      if (typeof opponent === "object" && !settings.get().book) wish.book = false;
      if (typeof opponent === "object" && !settings.get().yields) wish.yields = false;
      const view = await untilReached(
        async () => {
          await app.ensureSession();
          return http.newGame(wish);
        },
        () => {
          const isWanted = attempt === attempts.current;
          // Whoever wants something else meanwhile says so.
          if (isWanted) setBusy(false);
          if (isWanted) setTrouble(texts.net.triedAgain);
          return isWanted;
        },
      );
      if (attempt === attempts.current) app.goToNew(view);
    } catch (error) {
      if (attempt === attempts.current) setTrouble(errorMessage(error));
    } finally {
      if (attempt === attempts.current) setBusy(false);
    }
  };

  const readRules = async (file: File | undefined): Promise<void> => {
    // Whatever becomes of it, the file before is not meant any more.
    choose({ file: null });
    if (!file) return;
    try {
      const text = await file.text();
      const view = await http.checkRules(text);
      choose({ rules: "own", file: { name: file.name, text, view } });
      setTrouble("");
    } catch (error) {
      setTrouble(errorMessage(error));
    }
  };

  const card = (opponent: OpponentWish, icon: IconName, title: string, note: string, isFirst = false): JSX.Element => (
    <button type="button" class={isFirst ? "card first" : "card"} disabled={isBusy} onClick={() => void play(opponent)}>
      <Icon name={icon} />
      <strong>{title}</strong>
      <span>{note}</span>
    </button>
  );

  return (
    <div class="start">
      <fieldset class="options">
        <legend>{t.options}</legend>
        {!from && (
          <div class="option">
            <label class="field">
              {t.rules}
              <select value={chosen.rules} onChange={(event) => choose({ rules: event.currentTarget.value })}>
                {welcome?.rules.map((rules) => (
                  <option key={rules.name} value={rules.name}>
                    {texts.rules[rules.name] ?? rules.name}
                  </option>
                ))}
                <option value="own">{t.ownRules}</option>
              </select>
            </label>
            {chosen.rules === "own" && (
              <label class="field">
                {t.ownRulesFile}
                <input
                  type="file"
                  ref={fields.ruleFile}
                  accept=".toml,text/plain"
                  aria-invalid={missing === "ruleFile"}
                  aria-describedby="start-trouble"
                  onChange={(event) => void readRules(event.currentTarget.files?.[0])}
                />
              </label>
            )}
          </div>
        )}
        <div class="option">
          <label class="field">
            {t.clock}
            <select value={chosen.clock} onChange={(event) => choose({ clock: event.currentTarget.value })}>
              {CLOCKS.map((clock) => (
                <option key={clock} value={clock}>
                  {t.clockOf(clock || null)}
                </option>
              ))}
              <option value="own">{t.ownClock}</option>
            </select>
          </label>
          {chosen.clock === "own" && (
            <label class="field">
              {t.ownClockLabel}
              <input
                ref={fields.ownClock}
                maxLength={100}
                data-kept="left"
                value={chosen.ownClock}
                placeholder="5+3"
                aria-invalid={missing === "ownClock"}
                aria-describedby="own-clock-help start-trouble"
                onInput={(event) => choose({ ownClock: event.currentTarget.value })}
              />
              <small id="own-clock-help">{t.ownClockHelp}</small>
            </label>
          )}
        </div>
        <fieldset class="chips">
          <legend>{t.color}</legend>
          {(["white", "random", "black"] as const).map((color) => (
            <label key={color} class="chip">
              <input type="radio" name="color" checked={chosen.color === color} onChange={() => choose({ color })} />
              <span>{color === "random" ? t.random : texts.sides[color]}</span>
            </label>
          ))}
        </fieldset>
        <label class="field">
          {t.level}
          <select
            value={chosen.level}
            // What is said of the level beside it is no part of the name.
            aria-label={t.level}
            aria-describedby="level-says"
            onChange={(event) => choose({ level: Number(event.currentTarget.value) })}
          >
            {opponents.map(({ level, name }) => (
              <option key={level} value={level}>
                {level} {name}
              </option>
            ))}
          </select>
          <small id="level-says" class="level-says" aria-live="polite">
            {opponent?.says}
          </small>
        </label>
        {!from && (
          <div class="rules-told">
            <p class="explained" aria-live="polite">
              {known?.summary}
            </p>
            {known && chosen.rules !== "fide" && <p class="ratings-note">{t.ratingsOfChess}</p>}
            {known && known.says.length > 0 && <Differences says={known.says} />}
          </div>
        )}
        <details class="more-options">
          <summary>{t.moreOptions}</summary>
          {!from && <OpeningField value={chosen.opening} isPossible={hasOpenings} onChange={(opening) => choose({ opening })} />}
          <fieldset class="computers-levels">
            <legend>{t.computers}</legend>
            {(["white", "black"] as const).map((side) => (
              <label key={side} class="field">
                {t.levelOf[side]}
                <select
                  value={chosen.computers[side]}
                  onChange={(event) => choose({ computers: { ...chosen.computers, [side]: Number(event.currentTarget.value) } })}
                >
                  {opponents.map(({ level, name }) => (
                    <option key={level} value={level}>
                      {level} {name}
                    </option>
                  ))}
                </select>
              </label>
            ))}
          </fieldset>
          <label class="toggle book">
            <input
              type="checkbox"
              checked={settings.get().book}
              aria-describedby="book-help"
              onChange={(event) => {
                settings.set({ book: event.currentTarget.checked });
                redraw((count) => count + 1);
              }}
            />
            <span>{t.book}</span>
            <small id="book-help">{t.bookNote}</small>
          </label>
          <label class="toggle book">
            <input
              type="checkbox"
              checked={settings.get().yields}
              aria-describedby="yields-help"
              onChange={(event) => {
                settings.set({ yields: event.currentTarget.checked });
                redraw((count) => count + 1);
              }}
            />
            <span>{t.yields}</span>
            <small id="yields-help">{t.yieldsNote}</small>
          </label>
        </details>
      </fieldset>
      <div class="cards">
        {card({ computer: chosen.level }, "computer", t.computer, `${chosen.level} ${opponent?.name ?? ""}`, true)}
        {card("here", "people", t.here, t.hereNote)}
        {card("link", "link", t.link, t.linkNote)}
        {card("lobby", "lobby", t.lobby, t.lobbyNote)}
        {card({ computers: chosen.computers }, "eye", t.computers, t.computersNote(chosen.computers.white, chosen.computers.black))}
      </div>
      {trouble && (
        <p id="start-trouble" class="trouble" role="alert">
          {trouble}
        </p>
      )}
    </div>
  );
}

/** The rules that were chosen, as the server is told them; nothing while a file is missing. */
function rulesWish(): RulesWish | null {
  if (chosen.rules !== "own") return { name: chosen.rules };
  return chosen.file && { file: chosen.file.text };
}

/** The rules that were chosen, as the server tells them; nothing while no file is. */
function chosenRules(): RulesView | undefined {
  if (chosen.rules === "own") return chosen.file?.view;
  return app.welcome?.rules.find((rules) => rules.name === chosen.rules);
}

/** The position with which a game begins as it is chosen now, and the side that is at the bottom then. */
export function chosenStart(): { fen: string; bottom: Side } {
  const start = chosenRules()?.start ?? app.welcome?.rules[0]?.start ?? "";
  return { fen: start, bottom: chosen.color === "black" ? "black" : "white" };
}
