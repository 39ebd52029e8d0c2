import type { MoveView, OpeningView, TreeChange, TreeView } from "../protocol";

/** A move of the tree with what is said of it, or the start of the game. */
export type TreeMove = {
  /** The way to it, as the server calls it. */
  path: string;
  /** Such as `e2e4`; empty at the start. */
  uci: string;
  san: string;
  fen: string;
  /** How many single moves lead here. */
  ply: number;
  marks: number[];
  before: string[];
  remarks: string[];
  drawing: string[];
  /** Whether programs have said something of it that is not told. */
  isUntold: boolean;
  /** The opening that the position has the name of. */
  opening: OpeningView | null;
  parent: TreeMove | null;
  /** What may follow: the first continues the line, the others are variations of it. */
  children: TreeMove[];
};

/** Two signs that few fonts have, as they are also written. */
const PLAIN_SIGNS: Record<number, string> = { 14: "+=", 15: "=+" };

const NOTHING_SAID = { marks: [], before: [], remarks: [], drawing: [], isUntold: false };

/** The moves of a game with all variations and what is said of them, as the server told it. */
export class GameTree {
  readonly start: TreeMove;
  readonly mayEdit: boolean;
  readonly signs: Map<number, string>;
  private readonly byPath = new Map<string, TreeMove>();

  constructor(view: TreeView) {
    this.mayEdit = view.may_edit;
    this.signs = new Map(view.signs.map(({ mark, sign }) => [mark, PLAIN_SIGNS[mark] ?? sign]));
    const all: TreeMove[] = [];
    for (const told of view.moves) {
      const parent = told.after === undefined ? null : (all[told.after] ?? null);
      const { san = "", fen, marks = [], before = [], remarks = [], drawing = [], untold = false, opening = null } = told;
      const step = told.step ?? "";
      const said = { marks, before, remarks, drawing, isUntold: untold };
      all.push(this.add(parent, step, { uci: step.split("~")[0] ?? "", san, fen, opening, ...said }));
    }
    this.start = all[0] as TreeMove;
  }

  private add(parent: TreeMove | null, step: string, said: Omit<TreeMove, "path" | "ply" | "parent" | "children">): TreeMove {
    const path = parent?.path ? `${parent.path} ${step}` : step;
    const m = { ...said, path, ply: parent ? parent.ply + 1 : 0, parent, children: [] };
    parent?.children.push(m);
    this.byPath.set(path, m);
    return m;
  }

  /** Whether there is anything to show beside the moves of the game. */
  get says(): boolean {
    return [...this.byPath.values()].some(
      (m) => m.children.length > 1 || m.marks.length > 0 || m.remarks.length > 0 || m.drawing.length > 0,
    );
  }

  /** The move at the end of a way, where it is there. */
  find(path: string): TreeMove | null {
    return this.byPath.get(path) ?? null;
  }

  /** The move at the end of a way; where it is gone, the last one before it that is not. */
  nearest(path: string): TreeMove {
    for (let steps = path.split(" "); steps.length > 0; steps = steps.slice(0, -1)) {
      const found = this.byPath.get(steps.join(" "));
      if (found) return found;
    }
    return this.start;
  }

  /** Shows a change of what is said before the server has answered. */
  write(path: string, change: TreeChange): void {
    const m = this.byPath.get(path);
    if (!m || typeof change === "string") return;
    if ("marks" in change) m.marks = words(change.marks).map(Number);
    else if ("drawing" in change) m.drawing = words(change.drawing);
    else if ("comment" in change) {
      const { place, text } = change.comment;
      m[place === "before" ? "before" : "remarks"] = text.split("\n").filter((line) => line.trim());
    }
  }

  /** The last of some moves from the start, in whichever of several same variations they go on. */
  onLine(line: MoveView[]): TreeMove | null {
    let places = [this.start];
    for (const { uci } of line) places = after(places, uci);
    return places[0] ?? null;
  }

  /** Adds what the game has played since. */
  addLine(line: MoveView[]): void {
    let places = [this.start];
    for (const { uci, san, fen = "", opening = null } of line) {
      let next = after(places, uci);
      if (next.length === 0) next = [this.add(places[0] as TreeMove, uci, { uci, san, fen, opening, ...NOTHING_SAID })];
      places = next;
    }
  }
}

function words(text: string): string[] {
  return text.split(" ").filter((word) => word);
}

function after(places: TreeMove[], uci: string): TreeMove[] {
  return places.flatMap((place) => place.children.filter((child) => child.uci === uci));
}

/** Whether a change is one of the moves, so that whoever made it wants to see it; of what is said, they have gone on. */
export function changesMoves(change: TreeChange): boolean {
  return typeof change === "string" || "play" in change || "beside" in change;
}

/** Whether a move is a variation of another. */
export function beginsVariation({ parent, path }: TreeMove): boolean {
  return parent !== null && parent.children[0]?.path !== path;
}

/** How many moves go with one that is deleted. */
export function countMoves(root: TreeMove): number {
  let count = 0;
  const left = [root];
  for (let m = left.pop(); m; m = left.pop()) {
    count += 1;
    left.push(...m.children);
  }
  return count;
}

/** Where the first move after another is the one of these squares, or that of the same move in the same place. */
export function followers(m: TreeMove, isEnd: boolean): TreeMove[] {
  const twins = isEnd && m.parent ? m.parent.children.filter((other) => other.uci === m.uci && other !== m) : [];
  return isEnd ? twins.flatMap((twin) => twin.children) : m.children;
}
