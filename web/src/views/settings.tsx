import type { ComponentChildren, JSX } from "preact";
import { useEffect, useId, useState } from "preact/hooks";
import { app } from "../app-state";
import { errorMessage } from "../files";
import { canNotify } from "../game/environment";
import { LANGUAGES } from "../language";
import { loadPieces } from "../piece-sets";
import { BOARDS, PIECE_SETS, SMALLEST_BOARD, settings } from "../settings";
import type { Settings } from "../settings";
import { texts } from "../texts";
import { Dialog } from "../ui/dialog";
import { useObservable } from "../ui/hooks";

const t = texts.settings;

/** How the page looks, plays and sounds, and what one is called. */
export function SettingsDialog({ at }: { at?: "language" }): JSX.Element {
  useObservable(settings);
  const [name, setName] = useState(app.session?.name ?? settings.get().name);
  const [trouble, setTrouble] = useState("");
  const rename = (): void => {
    if (name.trim() && name.trim() !== (app.session?.name ?? settings.get().name))
      app.rename(name.trim()).then(
        () => setTrouble(""),
        (error: unknown) => setTrouble(errorMessage(error)),
      );
  };
  return (
    <Dialog title={t.title} onClose={app.closeDialog} wide>
      <div class="settings">
        <LookSettings at={at} />
        <PlaySettings />
        <SoundSettings />
        <Section title={t.you}>
          <label class="field">
            {t.name}
            <input
              value={name}
              maxLength={40}
              placeholder={texts.home.guest}
              onInput={(event) => setName(event.currentTarget.value)}
              onBlur={rename}
            />
          </label>
          {trouble && (
            <p class="trouble" role="alert">
              {trouble}
            </p>
          )}
        </Section>
      </div>
      <footer>
        <button
          type="button"
          class="primary"
          onClick={() => {
            rename();
            app.closeDialog();
          }}
        >
          {t.done}
        </button>
      </footer>
    </Dialog>
  );
}

function LookSettings({ at }: { at?: "language" }): JSX.Element {
  const now = settings.get();
  // Whoever chooses among the sets sees all of them.
  useEffect(() => PIECE_SETS.forEach((set) => void loadPieces(set)), []);
  return (
    <Section title={t.look}>
      <Choice
        title={t.language}
        of="language"
        values={["auto", "en", "de"]}
        label={(language) => (language === "auto" ? t.languageAuto : <span lang={language}>{LANGUAGES[language]}</span>)}
        set={setLanguage}
        hasFocus={at === "language"}
      />
      <Choice title={t.theme} of="theme" values={["auto", "light", "dark"]} label={(theme) => t.themes[theme]} />
      <Choice
        title={t.board}
        of="board"
        values={BOARDS}
        label={(board) => (
          <>
            <i class="swatch" data-swatch={board} />
            {t.boards[board]}
          </>
        )}
      />
      <Choice
        title={t.pieces}
        of="pieces"
        values={PIECE_SETS}
        label={(set) => (
          <span class="piece-set" data-set={set}>
            <span class="piece-set-men" aria-hidden="true">
              <piece class="knight white" />
              <piece class="queen black" />
            </span>
            {t.sets[set]}
          </span>
        )}
      />
      <Choice title={t.coordinates} of="coordinates" values={["inside", "outside", "none"]} label={(where) => t.coordinatesAt[where]} />
      <label class="field">
        {t.boardSize}
        <input
          type="range"
          min={SMALLEST_BOARD * 100}
          max={100}
          step={5}
          value={Math.round(now.boardScale * 100)}
          onInput={(event) => settings.set({ boardScale: Number(event.currentTarget.value) / 100 })}
        />
      </label>
      <Toggle label={t.contrast} isOn={now.contrast === "high"} set={(on) => settings.set({ contrast: on ? "high" : "normal" })} />
      <Toggle label={t.print} isOn={now.print === "large"} set={(on) => settings.set({ print: on ? "large" : "normal" })} />
      <Toggle label={t.animates} isOn={now.animates} set={(animates) => settings.set({ animates })} />
    </Section>
  );
}

function PlaySettings(): JSX.Element {
  const now = settings.get();
  return (
    <Section title={t.play}>
      <Toggle
        label={t.confirmsMoves}
        note={t.confirmsMovesNote}
        isOn={now.confirmsMoves}
        set={(confirmsMoves) => settings.set({ confirmsMoves })}
      />
      <Toggle label={t.premoves} note={t.premovesNote} isOn={now.premoves} set={(premoves) => settings.set({ premoves })} />
      <Choice
        title={t.autoQueen}
        note={t.autoQueenNote}
        of="autoQueen"
        values={["never", "premove", "always"]}
        label={(when) => t.autoQueenWhen[when]}
      />
      <Toggle label={t.zen} note={t.zenNote} isOn={now.isZen} set={(isZen) => settings.set({ isZen })} />
      <Toggle label={t.blindfold} note={t.blindfoldNote} isOn={now.isBlindfold} set={(isBlindfold) => settings.set({ isBlindfold })} />
      <Toggle label={t.letterKeys} isOn={now.letterKeys} set={(letterKeys) => settings.set({ letterKeys })} />
    </Section>
  );
}

function SoundSettings(): JSX.Element {
  const now = settings.get();
  return (
    <Section title={t.sound}>
      <Toggle label={t.sounds} isOn={!now.isMuted} set={(on) => settings.set({ isMuted: !on })} />
      <Toggle label={t.turnTone} note={t.turnToneNote} isOn={now.turnTone} set={(turnTone) => settings.set({ turnTone })} />
      {canNotify() && <Toggle label={t.notifies} note={t.notifiesNote} isOn={now.notifies} set={(on) => void setNotifies(on)} />}
    </Section>
  );
}

function Section({ title, children }: { title: string; children: ComponentChildren }): JSX.Element {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {children}
    </section>
  );
}

type ToggleProps = { label: string; note?: string; isOn: boolean; set: (on: boolean) => void };

/** Something that is so or not, with a few words on what that means. */
function Toggle({ label, note, isOn, set }: ToggleProps): JSX.Element {
  const id = useId();
  return (
    <div class="toggle-row">
      <label class="toggle">
        <input
          type="checkbox"
          checked={isOn}
          aria-describedby={note ? id : undefined}
          onChange={(event) => set(event.currentTarget.checked)}
        />{" "}
        {label}
      </label>
      {note && (
        <small id={id} class="soft">
          {note}
        </small>
      )}
    </div>
  );
}

type ChoiceProps<K extends keyof Settings> = {
  title: string;
  note?: string;
  of: K;
  values: Settings[K][];
  label: (value: Settings[K]) => ComponentChildren;
  set?: (value: Settings[K]) => void;
  /** Whether the dialog opens here. */
  hasFocus?: boolean;
};

/** One of several. */
function Choice<K extends "language" | "theme" | "board" | "pieces" | "coordinates" | "autoQueen">({
  title,
  note,
  of,
  values,
  label,
  set = (value) => settings.set({ [of]: value }),
  hasFocus = false,
}: ChoiceProps<K>): JSX.Element {
  const id = useId();
  return (
    <fieldset class="chips" aria-describedby={note ? id : undefined}>
      <legend>{title}</legend>
      {values.map((value) => (
        <label key={value} class="chip">
          <input
            type="radio"
            name={of}
            checked={settings.get()[of] === value}
            autofocus={hasFocus && settings.get()[of] === value}
            onChange={() => set(value)}
          />
          <span>{label(value)}</span>
        </label>
      ))}
      {note && (
        <small id={id} class="soft">
          {note}
        </small>
      )}
    </fieldset>
  );
}

/** A page speaks one language: for another it is loaded anew, and the game goes on. */
function setLanguage(language: Settings["language"]): void {
  settings.set({ language });
  sessionStorage.setItem(REOPENS, "language");
  location.reload();
}

const REOPENS = "tabiya.settings-open";

/** Whoever has chosen a language is where they were, in the new one. */
export function reopenSettings(): void {
  if (sessionStorage.getItem(REOPENS) === null) return;
  sessionStorage.removeItem(REOPENS);
  app.show(() => <SettingsDialog at="language" />);
}

/** The browser asks the player whether the page may. */
async function setNotifies(on: boolean): Promise<void> {
  const isAllowed = on && (await Notification.requestPermission()) === "granted";
  settings.set({ notifies: isAllowed });
  if (on && !isAllowed) app.tell(t.notAllowed, "refusal");
}
