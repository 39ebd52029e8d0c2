import type { ComponentChildren, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { app } from "../app-state";
import { texts } from "../texts";
import { Dialog } from "./dialog";

/** For so long the answer cannot be given: the second half of a double click, or a key held down, answers nothing. */
const WAIT = 700;

type Props = { title: string; yes: string; wait: string; run: () => void; children: ComponentChildren };

/** Asks before something that cannot be undone. The focus is on the way back. */
export function SafeConfirm({ title, yes, wait, run, children }: Props): JSX.Element {
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setReady(true), WAIT);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Dialog title={title} onClose={app.closeDialog}>
      {children}
      <footer>
        <button type="button" autofocus onClick={app.closeDialog}>
          {texts.dialogs.cancel}
        </button>
        <button
          type="button"
          class="danger"
          aria-disabled={!isReady}
          title={isReady ? undefined : wait}
          onClick={() => {
            if (!isReady) return;
            app.closeDialog();
            run();
          }}
        >
          {yes}
        </button>
      </footer>
    </Dialog>
  );
}
