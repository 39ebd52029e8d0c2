import type { ComponentChildren, JSX } from "preact";
import { moveNumber } from "../game/line";
import { judgesMove, shownMarks } from "../game/remarks";
import type { Room } from "../game/room";
import type { GameTree, TreeMove } from "../game/tree";
import type { GameView } from "../protocol";
import { texts } from "../texts";

/** What was taken back in a game that goes on is not shown: the list ends where it stands. */
type Shown = { room: Room; view: GameView; tree: GameTree; shown: TreeMove | null; end: TreeMove | null };
type Cell = TreeMove | null;
/** Two moves beside each other, or what is said after a move. */
type Block = { number: string; white: Cell; black: Cell } | { said: TreeMove };

/** The main line in rows, with what is said and what else could be played between them. */
export function TreeMoves(props: Shown): JSX.Element {
  const { view, tree, end } = props;
  return (
    <table class="tree">
      <tbody>
        {blocksOf(view, tree, end).map((block) =>
          "said" in block ? (
            <tr key={`said ${block.said.path}`}>
              <td colSpan={3} class="said">
                <Said {...props} m={block.said} />
              </td>
            </tr>
          ) : (
            <tr key={(block.white ?? block.black)?.path}>
              <th scope="row">{block.number}</th>
              <td>{block.white ? <MoveButton {...props} m={block.white} /> : <span class="soft">…</span>}</td>
              <td>{block.black && <MoveButton {...props} m={block.black} />}</td>
            </tr>
          ),
        )}
      </tbody>
    </table>
  );
}

function blocksOf(view: GameView, tree: GameTree, end: TreeMove | null): Block[] {
  const blocks: Block[] = tree.start.remarks.length > 0 ? [{ said: tree.start }] : [];
  for (let m = next(tree.start, end); m; m = next(m, end)) {
    const number = moveNumber(view, m.ply);
    const isWhite = !number.endsWith("...");
    const last = blocks.at(-1);
    if (isWhite) blocks.push({ number, white: m, black: null });
    else if (last && "number" in last && last.white && !last.black) last.black = m;
    else blocks.push({ number: number.replace("...", "."), white: null, black: m });
    if (m.remarks.length > 0 || variationsOf(m).length > 0) blocks.push({ said: m });
  }
  return blocks;
}

/** The move that continues a line. */
function next(m: TreeMove, end: TreeMove | null): TreeMove | undefined {
  return m === end ? undefined : m.children[0];
}

/** What else could be played in place of a move that continues its line. */
function variationsOf({ parent }: TreeMove): TreeMove[] {
  return parent?.children.slice(1) ?? [];
}

function Said(props: Shown & { m: TreeMove }): JSX.Element {
  const { m } = props;
  return (
    <>
      {m.remarks.map((words) => (
        <p class="remark" key={words}>
          {words}
        </p>
      ))}
      {m.parent && variationsOf(m).map((first) => <Variation {...props} key={first.path} first={first} />)}
    </>
  );
}

/** A line beside the main line, with those beside itself. */
function Variation(props: Shown & { first: TreeMove }): JSX.Element {
  const { view, first, end } = props;
  const parts: ComponentChildren[] = [];
  let needsNumber = true;
  const words = (m: TreeMove, said: string[]): void => {
    for (const text of said) {
      parts.push(
        <span class="remark" key={`${m.path} ${parts.length}`}>
          {text}{" "}
        </span>,
      );
      needsNumber = true;
    }
  };
  for (let m: TreeMove | undefined = first; m; m = next(m, end)) {
    words(m, m.before);
    const number = moveNumber(view, m.ply);
    const shownNumber: string = needsNumber || !number.endsWith("...") ? `${number} ` : "";
    parts.push(<MoveButton {...props} key={m.path} m={m} number={shownNumber} />, " ");
    needsNumber = false;
    words(m, m.remarks);
    for (const other of m === first ? [] : variationsOf(m)) {
      parts.push(<Variation {...props} key={other.path} first={other} />);
      needsNumber = true;
    }
  }
  return (
    <div class="variation" role="group" aria-label={texts.remarks.variation}>
      {parts}
    </div>
  );
}

/** How good a move is. */
function Sign({ sign, mark }: { sign: string; mark: number }): JSX.Element {
  const { markNames, mark: unnamed } = texts.remarks;
  return (
    <span class="sign">
      <span aria-hidden="true">{sign}</span>
      <span class="visually-hidden"> {markNames[mark] ?? unnamed(mark)}</span>
    </span>
  );
}

/** The same by the analysis that is open. */
export function ReviewMark({ room, ply, path }: { room: Room; ply: number; path?: string }): JSX.Element | null {
  const found = room.study?.markOf(ply, path);
  return found ? <Sign {...found} /> : null;
}

function MoveButton({ room, tree, shown, m, number }: Shown & { m: TreeMove; number?: string }): JSX.Element {
  return (
    <button type="button" class="move" aria-current={m === shown ? "true" : undefined} onClick={() => room.viewpoint.lookAtMove(m)}>
      {number}
      {m.san}
      {shownMarks(m.marks).map((mark) => (
        <Sign key={mark} sign={tree.signs.get(mark) ?? `$${mark}`} mark={mark} />
      ))}
      {!m.marks.some(judgesMove) && <ReviewMark room={room} ply={m.ply} path={m.path} />}
    </button>
  );
}
