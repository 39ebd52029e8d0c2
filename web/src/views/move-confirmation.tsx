import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { focusBoard } from "../board/text-board";
import { roleOf } from "../game/men";
import { texts } from "../texts";

/** For so long nothing is answered: the second half of a double click, or a key that was pressed twice, is no answer. */
const CALM = 350;

/** A move of the board: from where, to where, and the letter of what a pawn becomes. */
const OF_BOARD = /^([a-h][1-8])([a-h][1-8])([a-z]?)$/;

/** What is asked about a move of the board, or one as it was typed. */
export function questionOf(m: string): string {
  const [, from, to, letter] = OF_BOARD.exec(m) ?? [];
  if (!from || !to) return texts.game.confirmTyped(m);
  return letter ? texts.game.confirmPromotion(from, to, roleOf(letter)) : texts.game.confirmMove(from, to);
}

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
  // Whoever put or typed it by keys goes on there, and back to where they were afterwards.
  useLayoutEffect(() => {
    const before = document.activeElement;
    const field = before?.closest<HTMLElement>("#typed-move");
    if (!field && !before?.closest(".text-board")) return;
    bar.current?.querySelector("button")?.focus({ preventScroll: true });
    return () => {
      if (!bar.current?.contains(document.activeElement)) return;
      if (field) field.focus();
      else focusBoard();
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
  const question = questionOf(m);
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
