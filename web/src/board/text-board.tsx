import { Component } from "preact";
import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import { FILES, RANKS, menOf } from "../game/men";
import type { Side } from "../protocol";
import { texts } from "../texts";
import { usesKeyboard } from "../ui/input-mode";

type Props = {
  fen: string;
  orientation: Side;
  selected: string | null;
  /** The square of a man that was picked up and let go of. */
  letGo: string | null;
  targets: string[];
  last: [string, string] | null;
  check: string | null;
  /** Whether rows are numbered from the top. */
  rowsFromTop?: boolean;
  onPress: (square: string) => void;
};

const STEPS: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** The board as a table: read by screen readers, walked by keys; lies invisibly over the drawn one. */
export function TextBoard({ fen, orientation, selected, letGo, targets, last, check, rowsFromTop, onPress }: Props): JSX.Element {
  const files = orientation === "white" ? FILES : [...FILES].reverse();
  const ranks = orientation === "white" ? [...RANKS].reverse() : RANKS;
  const [cursor, setCursor] = useState(orientation === "white" ? "e2" : "e7");
  const table = useRef<HTMLTableElement>(null);
  const latest = useRef(onPress);
  latest.current = onPress;
  const press = useRef((square: string): void => latest.current(square));
  const men = new Map(menOf(fen).map((man) => [man.square, man]));

  const rowName = (rank: string): string => (rowsFromTop ? String(9 - Number(rank)) : rank);
  const squareName = (square: string): string => `${square[0]}${rowName(square[1] ?? "")}`;
  const label = (square: string): string => {
    const man = men.get(square);
    const parts = [texts.game.square(squareName(square), man ? texts.man(man.color, man.role) : null)];
    if (square === selected) parts.push(texts.game.selected);
    if (targets.includes(square)) parts.push(texts.game.target);
    if (square === check) parts.push(texts.game.attacked);
    if (last?.includes(square)) parts.push(texts.game.lastMove);
    return parts.join(", ");
  };
  const go = (square: string): void => {
    setCursor(square);
    table.current?.querySelector<HTMLElement>(`[data-square="${square}"]`)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    // With the table itself, or with Shift, arrows go through the game.
    if (!step || event.target === table.current || event.shiftKey || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    const file = files[files.indexOf(cursor[0] ?? "e") + step[0]];
    const rank = ranks[ranks.indexOf(cursor[1] ?? "2") + step[1]];
    if (file && rank) go(`${file}${rank}`);
  };
  const lifted = men.get(selected ?? letGo ?? "");
  const inHand = (): string => {
    if (!lifted) return "";
    const man = texts.man(lifted.color, lifted.role);
    return selected
      ? texts.game.pickedUp(man, squareName(selected), targets.map(squareName))
      : texts.game.putDown(man, squareName(lifted.square));
  };
  return (
    <>
      <p class="visually-hidden" role="status" data-testid="in-hand">
        {inHand()}
      </p>
      <table
        class="text-board"
        role="grid"
        aria-label={texts.game.board}
        aria-describedby="board-help"
        tabIndex={-1}
        ref={table}
        onKeyDown={onKeyDown}
      >
        <thead role="rowgroup" class="visually-hidden">
          <tr role="row">
            <td role="gridcell" />
            {files.map((file) => (
              <th role="columnheader" scope="col" key={file}>
                {file}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {ranks.map((rank) => (
            <tr role="row" key={rank}>
              <th role="rowheader" scope="row" class="visually-hidden">
                {rowName(rank)}
              </th>
              {files.map((file) => {
                const square = `${file}${rank}`;
                return (
                  <td role="gridcell" key={square} aria-selected={square === selected}>
                    <Square
                      square={square}
                      isCursor={square === cursor}
                      label={label(square)}
                      onFocus={setCursor}
                      onPress={press.current}
                    />
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

/** Brings the keys to the board: to its square for whoever uses keys, otherwise to the board, where arrows go through the game. */
export function focusBoard(): void {
  const place = usesKeyboard() ? ".text-board [tabindex='0']" : ".text-board";
  document.querySelector<HTMLElement>(place)?.focus({ preventScroll: true });
}

/** Whoever takes a pointer is shown no square of the keys any more; these stay on the board. */
export function hideCursor(): void {
  if (document.activeElement?.closest(".text-board button")) focusBoard();
}

/** Brings the keys back to a square of the board from what was asked upon it, for whoever uses them. */
export function focusSquare(square: string): void {
  if (usesKeyboard()) document.querySelector<HTMLElement>(`.text-board [data-square="${square}"]`)?.focus({ preventScroll: true });
  else focusBoard();
}

type SquareProps = {
  square: string;
  isCursor: boolean;
  label: string;
  onFocus: (square: string) => void;
  onPress: (square: string) => void;
};

/** A square is drawn again only when it reads otherwise: 64 of them would slow down the start of a drag. */
class Square extends Component<SquareProps> {
  override shouldComponentUpdate(next: SquareProps): boolean {
    return next.label !== this.props.label || next.isCursor !== this.props.isCursor;
  }

  override render({ square, isCursor, label, onFocus, onPress }: SquareProps): JSX.Element {
    return (
      <button
        type="button"
        data-square={square}
        tabIndex={isCursor ? 0 : -1}
        aria-label={label}
        onFocus={() => onFocus(square)}
        onClick={() => onPress(square)}
      />
    );
  }
}
