import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Room } from "../game/room";
import type { GameView, MoveView, OpeningView } from "../protocol";
import { texts } from "../texts";
import { Icon } from "../ui/icon";
import { Headings } from "./headings";
import { ReviewMark, TreeMoves } from "./tree-moves";

type Row = { number: number; white: { ply: number; m: MoveView } | null; black: { ply: number; m: MoveView } | null };

/** The moves in rows of two. */
function rowsOf(view: GameView): Row[] {
  const [, turn, , , , number] = view.start.split(" ");
  const rows: Row[] = [];
  const first = (Number(number ?? 1) - 1) * 2 + (turn === "b" ? 1 : 0);
  view.line.forEach((m, i) => {
    const at = first + i;
    const move = { ply: i + 1, m };
    if (at % 2 === 0) rows.push({ number: at / 2 + 1, white: move, black: null });
    else if (i === 0) rows.push({ number: (at + 1) / 2, white: null, black: move });
    else (rows.at(-1) as Row).black = move;
  });
  return rows;
}

/** Scrolls this list alone, never the page, until the move is seen that is looked at; before the first one, to the top. */
function showCurrent(list: HTMLElement): void {
  const here = list.querySelector<HTMLElement>("[aria-current]");
  if (!here) {
    list.scrollTop = 0;
    return;
  }
  const move = here.getBoundingClientRect();
  const frame = list.getBoundingClientRect();
  if (move.top < frame.top || move.bottom > frame.bottom) list.scrollTop += move.top - frame.top - (frame.height - move.height) / 2;
}

export function Moves({ room, view }: { room: Room; view: GameView }): JSX.Element {
  const list = useRef<HTMLDivElement>(null);
  const { tree, viewpoint } = room;
  const { shownPly: shown, move: shownMove } = viewpoint;
  useLayoutEffect(() => {
    if (list.current) showCurrent(list.current);
  }, [shown, shownMove?.path, view.line]);
  // A screen that is turned has another list.
  useEffect(() => {
    const watch = new ResizeObserver(() => list.current && showCurrent(list.current));
    if (list.current) watch.observe(list.current);
    return () => watch.disconnect();
  }, []);
  const walk = (to: "first" | "previous" | "next" | "last"): JSX.Element => (
    <button type="button" class="quiet icon-only" aria-label={texts.game[to]} title={texts.game[to]} onClick={() => room.walk(to)}>
      <Icon name={to} />
    </button>
  );
  const cell = (move: Row["white"]): JSX.Element => (
    <td>
      {move && (
        <button
          type="button"
          class="move"
          aria-current={move.ply === shown ? "true" : undefined}
          onClick={() => room.viewpoint.lookAt(move.ply)}
        >
          {move.m.san}
          <ReviewMark room={room} ply={move.ply} />
        </button>
      )}
    </td>
  );
  return (
    <section class="moves-panel" aria-labelledby="moves-title">
      <header>
        <h2 id="moves-title">{texts.game.moves}</h2>
        <OpeningName opening={viewpoint.opening} />
        <span class="walk">
          {walk("first")}
          {walk("previous")}
          {walk("next")}
          {walk("last")}
        </span>
      </header>
      <div class="moves" ref={list} tabIndex={0} role="group" aria-labelledby="moves-title">
        {view.opened && <Headings opened={view.opened} />}
        {tree?.says ? (
          <TreeMoves room={room} view={view} tree={tree} shown={shownMove} end={view.stage === "over" ? null : tree.onLine(view.line)} />
        ) : view.line.length === 0 ? (
          <p class="soft">{texts.game.noMoves}</p>
        ) : (
          <table>
            <tbody>
              {rowsOf(view).map((row) => (
                <tr key={row.number}>
                  <th scope="row">{row.number}.</th>
                  {cell(row.white)}
                  {cell(row.black)}
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </div>
    </section>
  );
}

/** Which opening is played, in a place that is there whether it has a name or not. */
function OpeningName({ opening }: { opening: OpeningView | null }): JSX.Element {
  const [isWhole, setWhole] = useState(false);
  const name = opening ? texts.game.openingName(opening.name, opening.eco) : "";
  return (
    <p class="opening" title={name || undefined} aria-live="polite" data-testid="opening">
      {name && (
        <button type="button" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)} onBlur={() => setWhole(false)}>
          <span>
            <span class="visually-hidden">{texts.game.opening}: </span>
            {name}
          </span>
        </button>
      )}
    </p>
  );
}
