import type { ComponentChildren, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { app } from "../app-state";
import { texts } from "../texts";
import { DOUBLE_CLICK, Dialog } from "./dialog";

type Props = {
  title: string;
  yes: string;
  run: () => void;
  /** Whether the answer does somebody harm that cannot be undone. */
  isHarmful?: boolean;
  children: ComponentChildren;
};

/** Asks before something that cannot be undone. The focus is on the way back, and no double click is an answer. */
export function ConfirmDialog({ title, yes, run, isHarmful, children }: Props): JSX.Element {
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setReady(true), DOUBLE_CLICK);
    return () => clearTimeout(timer);
  }, []);
  const answer = (event: MouseEvent): void => {
    if (!isReady || event.detail > 1) return;
    app.closeDialog();
    run();
  };
  return (
    <Dialog title={title} onClose={app.closeDialog}>
      {children}
      <footer>
        <button type="button" autofocus onClick={app.closeDialog}>
          {texts.dialogs.cancel}
        </button>
        <button
          type="button"
          class={isHarmful ? "danger" : "primary"}
          aria-disabled={!isReady}
          title={isReady ? undefined : texts.dialogs.wait}
          onClick={answer}
        >
          {yes}
        </button>
      </footer>
    </Dialog>
  );
}

/** Asks a question that is said in one sentence. */
export function confirm(title: string, text: string, yes: string, run: () => void): void {
  app.show(() => (
    <ConfirmDialog title={title} yes={yes} run={run}>
      <p>{text}</p>
    </ConfirmDialog>
  ));
}

/** The same before something is lost that nothing brings back. */
export function confirmLoss(title: string, text: string, yes: string, run: () => void): void {
  app.show(() => (
    <ConfirmDialog title={title} yes={yes} run={run} isHarmful>
      <p>{text}</p>
    </ConfirmDialog>
  ));
}
