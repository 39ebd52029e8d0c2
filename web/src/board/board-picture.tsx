import type { JSX } from "preact";
import { FILES, menOf } from "../game/men";
import type { Side } from "../protocol";

/** A position as a picture, which nobody can move in. */
export function BoardPicture({ fen, bottom }: { fen: string; bottom: Side }): JSX.Element {
  const column = (square: string): number => FILES.indexOf(square[0] ?? "a");
  const row = (square: string): number => 8 - Number(square[1]);
  const turned = (place: number): number => (bottom === "white" ? place : 7 - place) + 1;
  return (
    <div class="board-picture" aria-hidden="true">
      {menOf(fen).map(({ square, role, color }) => (
        <piece
          key={square}
          class={`${role} ${color}`}
          style={{ gridColumn: String(turned(column(square))), gridRow: String(turned(row(square))) }}
        />
      ))}
    </div>
  );
}
