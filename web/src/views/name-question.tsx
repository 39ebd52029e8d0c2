import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { app } from "../app-state";
import { settings } from "../settings";
import { texts } from "../texts";
import { Dialog } from "../ui/dialog";

/** Asks for the name that others will see, the first time that somebody will; false where the player would rather not go on. */
export async function askName(): Promise<boolean> {
  const { name, isNameAsked } = settings.get();
  if (name || isNameAsked) return true;
  return new Promise((answer) => {
    const done = (goesOn: boolean): void => {
      app.closeDialog();
      answer(goesOn);
    };
    app.show(() => <NameDialog onDone={done} />);
  });
}

function NameDialog({ onDone }: { onDone: (goesOn: boolean) => void }): JSX.Element {
  const t = texts.nameQuestion;
  const [name, setName] = useState("");
  const onSubmit = async (event: Event): Promise<void> => {
    event.preventDefault();
    settings.set({ isNameAsked: true });
    if (name.trim()) await app.rename(name.trim());
    onDone(true);
  };
  return (
    <Dialog title={t.title} onClose={() => onDone(false)}>
      <form onSubmit={(event) => void onSubmit(event)}>
        <label class="field">
          {texts.home.name}
          <input
            autofocus
            maxLength={40}
            value={name}
            placeholder={texts.home.guest}
            aria-describedby="name-help"
            onInput={(event) => setName(event.currentTarget.value)}
          />
          <small id="name-help">{t.note}</small>
        </label>
        <footer>
          <button type="submit" class="primary">
            {t.goOn}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}
