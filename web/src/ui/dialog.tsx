import type { ComponentChildren, JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { texts } from "../texts";
import { Icon } from "./icon";

/** For so long after a dialog has come, the second half of the double click that called it is not meant for it. */
export const DOUBLE_CLICK = 500;

type Props = { title: string; onClose: () => void; children: ComponentChildren; wide?: boolean };

/** A modal dialog. Escape, the cross and a click beside it close it, which does nothing else. */
export function Dialog({ title, onClose, children, wide }: Props): JSX.Element {
  const ref = useRef<HTMLDialogElement>(null);
  const cameAt = useRef(performance.now());
  // With the press that asks for it: the next key is meant for it.
  useLayoutEffect(() => {
    const dialog = ref.current;
    const before = document.activeElement;
    if (dialog && !dialog.open) dialog.showModal();
    return () => {
      dialog?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={ref}
      class={wide ? "dialog wide" : "dialog"}
      aria-labelledby="dialog-title"
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onMouseDown={(event) => {
        // The second half of a double click neither closes it nor takes the focus from the way back.
        if (performance.now() - cameAt.current <= DOUBLE_CLICK) event.preventDefault();
        else if (event.target === ref.current) onClose();
      }}
    >
      <div class="dialog-body">
        <header>
          <h2 id="dialog-title">{title}</h2>
          <button type="button" class="quiet icon-only" aria-label={texts.dialogs.close} onClick={onClose}>
            <Icon name="close" />
          </button>
        </header>
        {children}
      </div>
    </dialog>
  );
}
