import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { app } from "../app-state";
import { awaitFiles, isTooLarge, openText, pickAndOpen } from "../files";
import type { OpponentWish } from "../protocol";
import { texts } from "../texts";
import { Dialog } from "../ui/dialog";
import { chosenLevel } from "./start";

const t = texts.files;

/** What is done with what is opened. */
const PURPOSES = { here: t.playHere, analysis: t.analyse, computer: t.playComputer };
type Purpose = keyof typeof PURPOSES;

/** From so many characters on a text is not laid out in the field, which would freeze the page for megabytes. */
const LONG = 20_000;

/** A file or a text to go on with. */
export function OpenDialog(): JSX.Element {
  const [text, setText] = useState("");
  const [purpose, setPurpose] = useState<Purpose>("here");
  const [trouble, setTrouble] = useState("");
  const opponent: OpponentWish = purpose === "computer" ? { computer: chosenLevel() } : "here";
  const tried = (ok: boolean): void => {
    setTrouble(ok ? "" : app.notice);
    if (ok && purpose === "analysis") app.analyse();
  };
  // Whoever drops a file on this dialog wants it opened.
  useEffect(awaitFiles, []);
  const takeLong = (event: Event, data: DataTransfer | null): void => {
    const pasted = data?.getData("text/plain") ?? "";
    if (pasted.length <= LONG) return;
    event.preventDefault();
    const isRefused = isTooLarge(t.pasted, pasted);
    setTrouble(isRefused ? app.notice : "");
    if (!isRefused) setText(pasted);
  };
  return (
    <Dialog title={t.openTitle} onClose={app.closeDialog}>
      <p class="row">
        <button type="button" class="primary" autofocus onClick={() => void pickAndOpen(opponent).then(tried)}>
          {t.choose}
        </button>
        <span class="soft">{t.orDrop}</span>
      </p>
      {text.length > LONG ? (
        <p class="row" role="status">
          <span class="grow">{t.longText(text.length)}</span>
          <button type="button" onClick={() => setText("")}>
            {t.takeOut}
          </button>
        </p>
      ) : (
        <label class="field">
          {t.paste}
          <textarea
            rows={5}
            spellcheck={false}
            value={text}
            onPaste={(event) => takeLong(event, event.clipboardData)}
            onDrop={(event) => takeLong(event, event.dataTransfer)}
            onInput={(event) => setText(event.currentTarget.value)}
          />
        </label>
      )}
      <fieldset class="choices">
        <legend>{t.playOn}</legend>
        {Object.entries(PURPOSES).map(([name, says]) => (
          <label key={name}>
            <input type="radio" name="on" checked={purpose === name} onChange={() => setPurpose(name as Purpose)} /> {says}
          </label>
        ))}
      </fieldset>
      {trouble && (
        <p class="trouble" role="alert">
          {trouble}
        </p>
      )}
      <footer>
        <button type="button" onClick={app.closeDialog}>
          {texts.dialogs.cancel}
        </button>
        <button type="button" disabled={!text.trim()} onClick={() => void openText("", text, opponent).then(tried)}>
          {t.openPasted}
        </button>
      </footer>
    </Dialog>
  );
}
