import type { TreeChange } from "../protocol";
import { LONGEST_REMARK } from "./remarks";
import type { GameTree, TreeMove } from "./tree";

/** A change at a move, as the server is asked for it. */
export type TreeEdit = { at: string; change: TreeChange };

/** So many edits are sent to put back what one has deleted; what takes more goes for good. */
const MOST_EDITS = 300;

/** A move that can be asked for: where a side passed in a file, nobody can play that again. */
const OF_BOARD = /^[a-h][1-8][a-h][1-8][a-z]?$/;

/**
 * The edits that put back what an edit is about to change, one after the other; nothing where that cannot be done. What is added
 * is known by its way only when it is there: see `inverseOfAddition`.
 */
export function inverseOf(tree: GameTree, { at, change }: TreeEdit): TreeEdit[] | null {
  const m = tree.find(at);
  if (!m) return null;
  if (change === "promote") return inverseOfPromotion(m);
  if (change === "delete") return inverseOfDeletion(m);
  if (change === "earlier") return null;
  if ("marks" in change) return [{ at, change: { marks: m.marks.join(" ") } }];
  if ("drawing" in change) return [{ at, change: { drawing: m.drawing.join(" ") } }];
  if ("comment" in change) {
    const { place } = change.comment;
    const told = place === "before" ? m.before : m.remarks;
    return isWritable(told) ? [{ at, change: { comment: { place, text: told.join("\n") } } }] : null;
  }
  return null;
}

/** The same for a move that was added: where another had to be made beside the end of the game for it, that goes as well. */
export function inverseOfAddition(before: GameTree, { at }: TreeEdit, added: string): TreeEdit[] {
  const isBehind = added.startsWith(at ? `${at} ` : "");
  const twin = added.split(" ").slice(0, -1).join(" ");
  return [{ at: isBehind || before.find(twin) ? added : twin, change: "delete" }];
}

/** The first move of the variation that a move is in; nothing on the main line. */
export function beginning(m: TreeMove): TreeMove | null {
  for (let at: TreeMove | null = m; at?.parent; at = at.parent) if (at.parent.children[0] !== at) return at;
  return null;
}

/** The way to a move once the variation that it is in was promoted: of several same moves its own is the first then. */
export function promotedPath(m: TreeMove): string {
  const first = beginning(m);
  if (!first) return m.path;
  const head = first.parent?.path ? `${first.parent.path} ${first.uci}` : first.uci;
  return head + m.path.slice(first.path.length);
}

/** Promotes the line again that was replaced, and lets those that stood before the variation go before it. */
function inverseOfPromotion(m: TreeMove): TreeEdit[] | null {
  const first = beginning(m);
  const parent = first?.parent;
  if (!first || !parent || !isSaidAgain(first)) return null;
  const [line, ...variations] = parent.children;
  if (!line) return null;
  let order = [first, ...parent.children.filter((other) => other !== first)];
  const edits: TreeEdit[] = [{ at: way(parent.path, stepOf(line, order)), change: "promote" }];
  order = [line, first, ...variations.filter((other) => other !== first)];
  for (const other of variations.slice(0, variations.indexOf(first))) {
    edits.push({ at: way(parent.path, stepOf(other, order)), change: "earlier" });
    const at = order.indexOf(other);
    order = [...order.slice(0, at - 1), other, first, ...order.slice(at + 1)];
  }
  return [...edits, ...saidBefore(first)];
}

/** A variation that became the line has said after its first move what it had said before it: says it there again. */
function saidBefore({ path: at, before, remarks }: TreeMove): TreeEdit[] {
  if (before.length === 0) return [];
  return [
    { at, change: { comment: { place: "after", text: remarks.join("\n") } } },
    { at, change: { comment: { place: "before", text: before.join("\n") } } },
  ];
}

function isSaidAgain({ before, remarks }: TreeMove): boolean {
  return isWritable(before) && isWritable(remarks);
}

/** Of several same moves in one place the second is called `c7c5~2`. */
function stepOf(m: TreeMove, order: TreeMove[]): string {
  const nth = order.slice(0, order.indexOf(m)).filter(({ uci }) => uci === m.uci).length + 1;
  return nth > 1 ? `${m.uci}~${nth}` : m.uci;
}

function way(path: string, step: string): string {
  return path ? `${path} ${step}` : step;
}

/** Plays all of it again with what was said, and brings it back to its place among the others. */
function inverseOfDeletion(root: TreeMove): TreeEdit[] | null {
  const { parent } = root;
  const isLost = (m: TreeMove): boolean => !OF_BOARD.test(m.uci) || hasTwins(m.children) || !isSaidAgain(m) || m.isUntold;
  if (!parent || hasTwins(parent.children) || someMove(root, isLost)) return null;
  const others = parent.children.filter((other) => other !== root);
  const place = parent.children.indexOf(root);
  const [next] = others;
  if (next && place === 0 && !isSaidAgain(next)) return null;
  const edits = retold(root, others.length > 0);
  const at = root.path;
  if (next && place === 0) edits.push({ at, change: "promote" }, ...saidBefore(next));
  else edits.push(...others.slice(place).map((): TreeEdit => ({ at, change: "earlier" })));
  return edits.length > MOST_EDITS ? null : edits;
}

/** Files may say more of a move than somebody here may write. */
function isWritable(told: string[]): boolean {
  return told.join("\n").length <= LONGEST_REMARK;
}

function hasTwins(moves: TreeMove[]): boolean {
  return new Set(moves.map(({ uci }) => uci)).size < moves.length;
}

function someMove(root: TreeMove, is: (m: TreeMove) => boolean): boolean {
  const left = [root];
  for (let m = left.pop(); m; m = left.pop()) {
    if (is(m)) return true;
    left.push(...m.children);
  }
  return false;
}

/** The edits that play a move and all that follows it, and say what was said of them. */
function retold(root: TreeMove, isVariation: boolean): TreeEdit[] {
  const edits: TreeEdit[] = [];
  const left = [root];
  for (let m = left.pop(); m; m = left.pop()) {
    const { path: at, parent, before, remarks, marks, drawing } = m;
    edits.push({ at: parent?.path ?? "", change: { play: m.uci } });
    const begins = m === root ? isVariation : parent?.children[0] !== m;
    if (begins && before.length > 0) edits.push({ at, change: { comment: { place: "before", text: before.join("\n") } } });
    if (remarks.length > 0) edits.push({ at, change: { comment: { place: "after", text: remarks.join("\n") } } });
    if (marks.length > 0) edits.push({ at, change: { marks: marks.join(" ") } });
    if (drawing.length > 0) edits.push({ at, change: { drawing: drawing.join(" ") } });
    left.push(...[...m.children].reverse());
  }
  return edits;
}
