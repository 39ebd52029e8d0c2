import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { app } from "../app-state";
import { errorMessage } from "../files";
import { settings } from "../settings";
import { texts } from "../texts";
import { Dialog } from "../ui/dialog";

const t = texts.nameQuestion;

/** Asks for the name that others will see, the first time that somebody will; false where the player would rather not go on. */
export async function askName(): Promise<boolean> {
  const { name, isNameAsked } = settings.get();
  if (name || isNameAsked) return true;
  return new Promise((answer) => {
    const done = (goesOn: boolean): void => {
      app.closeDialog();
      answer(goesOn);
    };
    app.show(() => <NameDialog go={t.goOn} onDone={done} />);
  });
}

/** Asks for another name, and nothing else. */
export function changeName(): void {
  const name = app.session?.name ?? settings.get().name;
  app.show(() => <NameDialog name={name} go={texts.settings.done} onDone={app.closeDialog} />);
}

type Props = { name?: string; go: string; onDone: (goesOn: boolean) => void };

function NameDialog({ name: before = "", go, onDone }: Props): JSX.Element {
  const [name, setName] = useState(before);
  const [trouble, setTrouble] = useState("");
  const onSubmit = async (event: Event): Promise<void> => {
    event.preventDefault();
    settings.set({ isNameAsked: true });
    try {
      if (name.trim() && name.trim() !== before) await app.rename(name.trim());
      onDone(true);
    } catch (error) {
      setTrouble(errorMessage(error));
    }
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
        {trouble && (
          <p class="trouble" role="alert">
            {trouble}
          </p>
        )}
        <footer>
          <button type="submit" class="primary">
            {go}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}
