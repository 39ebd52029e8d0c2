import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { roleOf } from "../game/men";
import type { Side } from "../protocol";
import { texts } from "../texts";

type Props = {
  square: string;
  color: Side;
  orientation: Side;
  letters: string[];
  onChoose: (letter: string) => void;
  onCancel: () => void;
};

/** What the pawn becomes, chosen on the board where it arrives. */
export function Promotion({ square, color, orientation, letters, onChoose, onCancel }: Props): JSX.Element {
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => list.current?.querySelector("button")?.focus(), []);
  const file = square.charCodeAt(0) - 97;
  const column = orientation === "white" ? file : 7 - file;
  const isTop = (square[1] === "8") === (orientation === "white");
  const onKeyDown = (event: KeyboardEvent): void => {
    const buttons = [...(list.current?.querySelectorAll("button") ?? [])];
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    const down = isTop ? 1 : -1;
    const step = { ArrowDown: down, ArrowRight: 1, ArrowUp: -down, ArrowLeft: -1 }[event.key];
    if (event.key === "Escape") onCancel();
    else if (letters.includes(event.key.toLowerCase())) onChoose(event.key.toLowerCase());
    else if (event.key === "Tab") buttons[(at + (event.shiftKey ? -1 : 1) + buttons.length) % buttons.length]?.focus();
    else if (step) buttons[(at + step + buttons.length) % buttons.length]?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div class="promotion" onMouseDown={(event) => event.target === event.currentTarget && onCancel()}>
      <div
        ref={list}
        class={`promotion-choices${isTop ? "" : " from-bottom"}`}
        role="dialog"
        aria-modal="true"
        aria-label={texts.game.promote}
        onKeyDown={onKeyDown}
        style={{ left: `${column * 12.5}%`, top: isTop ? "0" : "auto", bottom: isTop ? "auto" : "0" }}
      >
        {letters.map((letter) => (
          <button type="button" key={letter} aria-label={texts.men[roleOf(letter)]} onClick={() => onChoose(letter)}>
            <piece class={`${roleOf(letter)} ${color}`} />
          </button>
        ))}
      </div>
    </div>
  );
}
