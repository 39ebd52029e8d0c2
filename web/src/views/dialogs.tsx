import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { app } from "../app-state";
import { commandGroups } from "../commands";
import { errorMessage, exportedWhole, saveAs, savedFileOf } from "../files";
import type { Room } from "../game/room";
import type { Form } from "../net/http";
import { texts } from "../texts";
import { Dialog } from "../ui/dialog";
import { Start } from "./start";

const close = (): void => app.closeDialog();

export function NewDialog(): JSX.Element {
  return (
    <Dialog title={texts.dialogs.newTitle} onClose={close} wide>
      <Start />
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
    exportedWhole(room.id, form).then(tell, () => undefined);
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

/** It has the focus at its top, or it would open at its end. */
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
        <button type="button" class="primary" onClick={close}>
          {texts.dialogs.close}
        </button>
      </footer>
    </Dialog>
  );
}
