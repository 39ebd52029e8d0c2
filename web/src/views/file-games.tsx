import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { app } from "../app-state";
import { openNumber, openedFileOf } from "../files";
import type { OpenedFile } from "../files";
import { texts } from "../texts";
import { Dialog } from "../ui/dialog";
import { Icon } from "../ui/icon";

const t = texts.files;

type Step = "previous" | "next";

/** The button that was pressed to come here: whoever goes through a file with the keyboard goes on there. */
let lastStep: Step | null = null;

function numberOf(file: OpenedFile, game: string): number {
  return [...file.opened].find(([, opened]) => opened === game)?.[0] ?? 1;
}

/** Which game of a file with several this is, and the way to the others. */
export function FileGames({ game }: { game: string }): JSX.Element | null {
  const row = useRef<HTMLElement>(null);
  useEffect(() => {
    const button = lastStep && row.current?.querySelector<HTMLButtonElement>(`[data-step=${lastStep}]`);
    lastStep = null;
    if (button) (button.disabled ? row.current?.querySelector<HTMLElement>("[data-choose]") : button)?.focus();
  }, [game]);
  const file = openedFileOf(game);
  if (!file || file.games < 2) return null;
  const number = numberOf(file, game);
  const step = (name: Step, label: string, to: number): JSX.Element => (
    <button
      type="button"
      class="quiet icon-only"
      data-step={name}
      aria-label={label}
      title={label}
      disabled={to < 1 || to > file.games}
      onClick={() => void go(file, to, name)}
    >
      <Icon name={name} />
    </button>
  );
  return (
    <section class="row file-games" aria-label={t.gamesOfFile} ref={row}>
      {step("previous", t.previousGame, number - 1)}
      <button type="button" class="grow" data-choose onClick={() => app.show(() => <FileGamesDialog game={game} />)}>
        {t.place(number, file.games)}
      </button>
      {step("next", t.nextGame, number + 1)}
    </section>
  );
}

async function go(file: OpenedFile, to: number, step: Step): Promise<void> {
  lastStep = step;
  if (!(await openNumber(file, to))) lastStep = null;
}

/** Asks for the number of another game of the file. */
export function FileGamesDialog({ game }: { game: string }): JSX.Element | null {
  const file = openedFileOf(game);
  const [number, setNumber] = useState(file ? String(numberOf(file, game)) : "");
  const [trouble, setTrouble] = useState("");
  if (!file) return null;
  const open = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (!(await openNumber(file, Number(number)))) setTrouble(app.notice);
  };
  return (
    <Dialog title={texts.commands.fileGames} onClose={app.closeDialog}>
      <form onSubmit={(event) => void open(event)}>
        <label class="field">
          {t.number(file.games)}
          <input
            type="number"
            autofocus
            required
            min={1}
            max={file.games}
            step={1}
            value={number}
            onFocus={(event) => event.currentTarget.select()}
            onInput={(event) => setNumber(event.currentTarget.value)}
          />
        </label>
        <p class="soft">{t.numberNote}</p>
        {trouble && (
          <p class="trouble" role="alert">
            {trouble}
          </p>
        )}
        <footer>
          <button type="button" onClick={app.closeDialog}>
            {texts.dialogs.cancel}
          </button>
          <button type="submit" class="primary">
            {t.openNumber}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}
