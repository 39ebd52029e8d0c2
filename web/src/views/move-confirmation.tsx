import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { focusBoard } from "../board/text-board";
import { texts } from "../texts";

/** For so long nothing is answered: the second half of a double click, or a key that was pressed twice, is no answer. */
const CALM = 350;

type Props = { m: string; onConfirm: () => void; onCancel: () => void };

/** Asks whether a move is meant that stands on the board as it was put. Enter plays it, Escape takes it back. */
export function MoveConfirmation({ m, onConfirm, onCancel }: Props): JSX.Element {
  const bar = useRef<HTMLDivElement>(null);
  const since = useRef(performance.now());
  const confirm = (): void => {
    if (performance.now() - since.current >= CALM) onConfirm();
  };
  const latest = useRef({ confirm, onCancel });
  latest.current = { confirm, onCancel };
  // Whoever put it by a key goes on there, and back to the board afterwards.
  useLayoutEffect(() => {
    if (!document.activeElement?.closest(".text-board")) return;
    bar.current?.querySelector("button")?.focus({ preventScroll: true });
    return () => {
      if (bar.current?.contains(document.activeElement)) focusBoard();
    };
  }, []);
  useEffect(() => {
    const answer = (event: KeyboardEvent): void => {
      if (document.querySelector("dialog[open]") || !["Enter", "Escape"].includes(event.key)) return;
      // Elsewhere Enter presses what has the focus.
      const isElsewhere = event.target instanceof Element && event.target.closest("button, a, input, select, textarea, summary");
      const isBoard = event.target instanceof Element && event.target.closest(".text-board");
      if (event.key === "Enter" && isElsewhere && !isBoard && !event.repeat) return;
      event.preventDefault();
      event.stopPropagation();
      if (event.key === "Escape") latest.current.onCancel();
      else if (!event.repeat) latest.current.confirm();
    };
    document.addEventListener("keydown", answer, { capture: true });
    return () => document.removeEventListener("keydown", answer, { capture: true });
  }, []);
  const question = texts.game.confirmMove(m.slice(0, 2), m.slice(2, 4));
  return (
    <div class="offer move-confirmation" role="group" aria-label={question} ref={bar}>
      <span role="status">{question}</span>
      <button type="button" class="primary" onClick={(event) => event.detail <= 1 && confirm()}>
        {texts.game.confirm}
      </button>
      <button type="button" onClick={onCancel}>
        {texts.dialogs.cancel}
      </button>
    </div>
  );
}
