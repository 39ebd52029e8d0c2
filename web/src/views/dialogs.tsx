import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { app } from "../app-state";
import { commandGroups } from "../commands";
import { errorMessage, openText, pickAndOpen, saveAs, savedFileOf } from "../files";
import { canNotify } from "../game/environment";
import type { Room } from "../game/room";
import { http } from "../net/http";
import type { Form } from "../net/http";
import type { OpponentWish } from "../protocol";
import type { Settings } from "../settings";
import { BOARDS, PIECE_SETS, SMALLEST_BOARD, settings } from "../settings";
import { LANGUAGES } from "../language";
import { texts } from "../texts";
import { Dialog } from "../ui/dialog";
import { useObservable } from "../ui/hooks";
import { Start, chosenLevel } from "./start";

const close = (): void => app.closeDialog();

/** For how long a question cannot be answered with yes: the second half of a double click is no answer. */
const CALM = 350;

export function ConfirmDialog({ title, text, yes, run }: { title: string; text: string; yes: string; run: () => void }): JSX.Element {
  const [isCalm, setCalm] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setCalm(true), CALM);
    return () => clearTimeout(timer);
  }, []);
  const answer = (event: MouseEvent): void => {
    if (event.detail > 1) return;
    close();
    run();
  };
  return (
    <Dialog title={title} onClose={close}>
      <p>{text}</p>
      <footer>
        <button type="button" autofocus onClick={close}>
          {texts.dialogs.cancel}
        </button>
        <button type="button" class="primary" disabled={!isCalm} onClick={answer}>
          {yes}
        </button>
      </footer>
    </Dialog>
  );
}

export function NewDialog(): JSX.Element {
  return (
    <Dialog title={texts.dialogs.newTitle} onClose={close} wide>
      <Start />
    </Dialog>
  );
}

export function OpenDialog(): JSX.Element {
  const [text, setText] = useState("");
  const [isComputer, setComputer] = useState(false);
  const [trouble, setTrouble] = useState("");
  const opponent: OpponentWish = isComputer ? { computer: chosenLevel() } : "here";
  const tried = (ok: boolean): void => setTrouble(ok ? "" : app.notice);
  return (
    <Dialog title={texts.files.openTitle} onClose={close}>
      <p class="row">
        <button type="button" class="primary" autofocus onClick={() => void pickAndOpen(opponent).then(tried)}>
          {texts.files.choose}
        </button>
        <span class="soft">{texts.files.orDrop}</span>
      </p>
      <label class="field">
        {texts.files.paste}
        <textarea rows={5} spellcheck={false} value={text} onInput={(event) => setText(event.currentTarget.value)} />
      </label>
      <fieldset class="choices">
        <legend>{texts.files.playOn}</legend>
        <label>
          <input type="radio" name="on" checked={!isComputer} onChange={() => setComputer(false)} /> {texts.files.playHere}
        </label>
        <label>
          <input type="radio" name="on" checked={isComputer} onChange={() => setComputer(true)} /> {texts.files.playComputer}
        </label>
      </fieldset>
      {trouble && (
        <p class="trouble" role="alert">
          {trouble}
        </p>
      )}
      <footer>
        <button type="button" onClick={close}>
          {texts.dialogs.cancel}
        </button>
        <button type="button" disabled={!text.trim()} onClick={() => void openText("", text, opponent).then(tried)}>
          {texts.files.openPasted}
        </button>
      </footer>
    </Dialog>
  );
}

const FORMS: Form[] = ["pgn", "xml", "fen", "json"];

export function SaveDialog({ room }: { room: Room }): JSX.Element {
  const saved = savedFileOf(room.id);
  const [form, setForm] = useState<Form>(saved?.form ?? "pgn");
  const [name, setName] = useState(saved?.name.replace(/\.\w+$/, "") || usualName(room));
  const [trouble, setTrouble] = useState("");
  const [leftOut, setLeftOut] = useState("");
  // What this game would lose is told before it is saved.
  useEffect(() => {
    let isAsked = true;
    setLeftOut("");
    const tell = ({ leftOut }: { leftOut: string }): void => {
      if (isAsked) setLeftOut(leftOut);
    };
    // Why it cannot be written at all is told when that is tried.
    http.exported(room.id, form).then(tell, () => undefined);
    return () => {
      isAsked = false;
    };
  }, [room.id, form]);
  const save = async (as: Form): Promise<void> => {
    try {
      await saveAs(room.id, name.trim() || usualName(room), as);
      close();
    } catch (error) {
      setTrouble(errorMessage(error));
      app.tell(texts.files.cannotSave(errorMessage(error)), "refusal");
    }
  };
  return (
    <Dialog title={texts.files.saveTitle} onClose={close}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void save(form);
        }}
      >
        <label class="field">
          {texts.files.fileName}
          <input autofocus value={name} onInput={(event) => setName(event.currentTarget.value)} />
        </label>
        <fieldset class="choices">
          <legend>{texts.files.form}</legend>
          {FORMS.map((one) => (
            <label key={one}>
              <input
                type="radio"
                name="form"
                value={one}
                checked={form === one}
                onChange={() => {
                  setForm(one);
                  setTrouble("");
                }}
              />{" "}
              {texts.files.forms[one]}
            </label>
          ))}
        </fieldset>
        <p class="soft" aria-live="polite">
          {leftOut ? texts.files.willLeaveOut(leftOut) : texts.files.losses[form]}
        </p>
        {trouble && (
          <p class="trouble" role="alert">
            {trouble}
          </p>
        )}
        <footer>
          <button type="button" onClick={close}>
            {texts.dialogs.cancel}
          </button>
          {trouble && form !== "pgn" && (
            <button type="button" onClick={() => void save("pgn")}>
              {texts.files.asPgn}
            </button>
          )}
          <button type="submit" class="primary">
            {texts.commands.save}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}

function usualName(room: Room): string {
  const day = new Date(room.view?.created ?? Date.now()).toISOString().slice(0, 10);
  return `tabiya-${day}-${room.id}`;
}

export function SettingsDialog(): JSX.Element {
  useObservable(settings);
  const now = settings.get();
  const [name, setName] = useState(app.session?.name ?? now.name);
  const [trouble, setTrouble] = useState("");
  const t = texts.settings;
  const rename = (): void => {
    if (name.trim() && name.trim() !== (app.session?.name ?? now.name))
      app.rename(name.trim()).then(
        () => setTrouble(""),
        (error: unknown) => setTrouble(errorMessage(error)),
      );
  };
  const toggle = (label: string, isOn: boolean, set: (on: boolean) => void): JSX.Element => (
    <label class="toggle">
      <input type="checkbox" checked={isOn} onChange={(event) => set(event.currentTarget.checked)} /> {label}
    </label>
  );
  return (
    <Dialog title={t.title} onClose={close}>
      <fieldset class="chips">
        <legend>{t.language}</legend>
        {(["auto", "en", "de"] as const).map((language) => (
          <label key={language} class="chip">
            <input type="radio" name="language" checked={now.language === language} onChange={() => setLanguage(language)} />
            <span lang={language === "auto" ? undefined : language}>{language === "auto" ? t.languageAuto : LANGUAGES[language]}</span>
          </label>
        ))}
      </fieldset>
      <fieldset class="chips">
        <legend>{t.theme}</legend>
        {(["auto", "light", "dark"] as const).map((theme) => (
          <label key={theme} class="chip">
            <input type="radio" name="theme" checked={now.theme === theme} onChange={() => settings.set({ theme })} />
            <span>{t.themes[theme]}</span>
          </label>
        ))}
      </fieldset>
      <fieldset class="chips">
        <legend>{t.board}</legend>
        {BOARDS.map((board) => (
          <label key={board} class="chip">
            <input type="radio" name="board" checked={now.board === board} onChange={() => settings.set({ board })} />
            <span>
              <i class="swatch" data-swatch={board} />
              {t.boards[board]}
            </span>
          </label>
        ))}
      </fieldset>
      <fieldset class="chips">
        <legend>{t.pieces}</legend>
        {PIECE_SETS.map((pieces) => (
          <label key={pieces} class="chip">
            <input type="radio" name="pieces" checked={now.pieces === pieces} onChange={() => settings.set({ pieces })} />
            <span>{t.sets[pieces]}</span>
          </label>
        ))}
      </fieldset>
      <div class="toggles">
        {toggle(t.contrast, now.contrast === "high", (on) => settings.set({ contrast: on ? "high" : "normal" }))}
        {toggle(t.print, now.print === "large", (on) => settings.set({ print: on ? "large" : "normal" }))}
        {toggle(t.coordinates, now.coordinates, (coordinates) => settings.set({ coordinates }))}
        {toggle(t.animates, now.animates, (animates) => settings.set({ animates }))}
        {toggle(t.sounds, !now.isMuted, (on) => settings.set({ isMuted: !on }))}
        {canNotify() && toggle(t.notifies, now.notifies, (on) => void setNotifies(on))}
        {toggle(t.letterKeys, now.letterKeys, (letterKeys) => settings.set({ letterKeys }))}
      </div>
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
      <footer>
        <button
          type="button"
          class="primary"
          onClick={() => {
            rename();
            close();
          }}
        >
          {t.done}
        </button>
      </footer>
    </Dialog>
  );
}

/** A page speaks one language: for another it is loaded anew, and the game goes on. */
function setLanguage(language: Settings["language"]): void {
  settings.set({ language });
  location.reload();
}

export function KeysDialog(): JSX.Element {
  const own = commandGroups()
    .flatMap((group) => group.commands)
    .filter((command) => command.key);
  const all: [string, string][] = [
    ...own.map((command): [string, string] => [texts.keys.name(command.key ?? ""), command.label]),
    ...texts.keys.more,
  ];
  return (
    <Dialog title={texts.keys.title} onClose={close}>
      <dl class="keys">
        {all.map(([key, label]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      </dl>
      <footer>
        <button type="button" class="primary" autofocus onClick={close}>
          {texts.dialogs.close}
        </button>
      </footer>
    </Dialog>
  );
}

/** The browser asks the player whether the page may. */
async function setNotifies(on: boolean): Promise<void> {
  const isAllowed = on && (await Notification.requestPermission()) === "granted";
  settings.set({ notifies: isAllowed });
  if (on && !isAllowed) app.tell(texts.settings.notAllowed, "refusal");
}
