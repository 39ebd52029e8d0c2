import type { JSX } from "preact";
import { SMALLEST_BOARD, settings } from "../settings";
import { texts } from "../texts";

/** The corner by which the player makes the board larger or smaller; keys do it in the settings. */
export function BoardGrip(): JSX.Element {
  const onPointerDown = (event: PointerEvent & { currentTarget: HTMLDivElement }): void => {
    const grip = event.currentTarget;
    const frame = grip.parentElement;
    if (!frame) return;
    const { left, top, width } = frame.getBoundingClientRect();
    const largest = width / settings.get().boardScale;
    const follow = (move: PointerEvent): void => {
      const size = Math.max(move.clientX - left, move.clientY - top);
      settings.set({ boardScale: Math.min(1, Math.max(SMALLEST_BOARD, size / largest)) });
    };
    event.preventDefault();
    grip.setPointerCapture(event.pointerId);
    grip.onpointermove = follow;
    grip.onpointerup = grip.onpointercancel = () => {
      grip.onpointermove = null;
    };
  };
  return (
    <div
      class="board-grip"
      title={texts.game.resize}
      aria-hidden="true"
      onPointerDown={onPointerDown}
      onDblClick={() => settings.set({ boardScale: 1 })}
    />
  );
}
