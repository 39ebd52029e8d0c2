import type { GameView, OpeningView } from "../protocol";
import { texts } from "../texts";
import { fenAt, moveNumber, nodeAt, openingAt } from "./line";
import type { GameTree, TreeMove } from "./tree";

/** The game that is looked at, as far as it is known. */
export interface SeenGame {
  readonly view: GameView | null;
  readonly tree: GameTree | null;
}

/** Whether it is said what is looked at. */
type Voice = "aloud" | "quietly";

export type WalkStep = "first" | "previous" | "next" | "last";

/** Which position of a game a window looks at: as the game stands, an earlier one, or one beside the game. */
export class Viewpoint {
  /** How many single moves of the line are looked at; nothing for the game as it stands. */
  ply: number | null = null;
  /** The move that is looked at beside those of the game. */
  variation: TreeMove | null = null;

  constructor(
    private readonly game: SeenGame,
    /** Another position is looked at; how it is called, unless that is not to be said. */
    private readonly looked: (says: string | null) => void,
  ) {}

  /** Whether anything but the game as it stands is looked at. */
  get isAway(): boolean {
    return this.ply !== null || this.variation !== null;
  }

  /** What is looked at, in words; nothing for the game as it stands. */
  get words(): string | null {
    const { variation } = this;
    const { view } = this.game;
    if (view && variation) return wordsOf(view, variation);
    return view && this.ply !== null ? wordsAt(view, this.ply) : null;
  }

  /** The move of the tree after which the position shown is. */
  get move(): TreeMove | null {
    const { view, tree } = this.game;
    if (this.variation) return this.variation;
    return view && tree ? tree.onLine(view.line.slice(0, this.shownPly)) : null;
  }

  /** How many moves of the line are shown. */
  get shownPly(): number {
    return this.variation?.ply ?? this.ply ?? this.game.view?.line.length ?? 0;
  }

  /** The number of the move after which the position shown is; 0 at the start. */
  get node(): number {
    const { view } = this.game;
    if (!view) return 0;
    return this.ply === null ? view.state.node : nodeAt(view, this.ply);
  }

  /** The position shown. */
  get fen(): string {
    const { view } = this.game;
    if (!view) return "";
    if (this.variation) return this.variation.fen;
    return this.ply === null ? view.state.fen : fenAt(view, this.ply);
  }

  /** All positions from the start to the one shown. */
  get fens(): string[] {
    const { view } = this.game;
    if (!view) return [];
    if (!this.variation) return [view.start, ...view.line.slice(0, this.shownPly).map((_, i) => fenAt(view, i + 1))];
    const fens: string[] = [];
    for (let m: TreeMove | null = this.variation; m; m = m.parent) fens.unshift(m.fen);
    return fens;
  }

  /** The opening of the line that is shown: the last that was named on the way there. */
  get opening(): OpeningView | null {
    const { view } = this.game;
    for (let m = this.variation; m; m = m.parent) if (m.opening) return m.opening;
    return view && !this.variation ? openingAt(view, this.shownPly) : null;
  }

  /** Back to the game as it stands, without a word. */
  leave(): void {
    this.ply = null;
    this.variation = null;
  }

  /** The game is another one now: whoever looks back stays there while that is a place of it; how it ended is seen by everybody. */
  follow(hasEnded: boolean): void {
    const end = this.game.view?.line.length ?? 0;
    if (hasEnded) this.leave();
    else if (this.ply !== null && this.ply >= end) this.ply = null;
  }

  /** Looks at another place of the game, which goes on meanwhile. */
  lookAt(ply: number, how: Voice = "aloud"): void {
    const { view } = this.game;
    if (!view) return;
    const wasAway = this.isAway;
    const end = view.line.length;
    const next = Math.max(0, Math.min(ply, end));
    this.ply = next === end ? null : next;
    this.variation = null;
    const isBack = wasAway && this.ply === null && view.stage === "live";
    this.looked(how === "quietly" ? null : isBack ? texts.game.atPresent : wordsAt(view, next));
  }

  /** Whether there is a way back to the game from here. */
  get canReturn(): boolean {
    return this.isAway && (this.variation === null || this.variation !== this.otherEnd);
  }

  /** Back to the game as it stands; where it is over and another line was made the main one, to the end of that. */
  return(): void {
    const { otherEnd } = this;
    if (otherEnd) this.lookAtMove(otherEnd);
    else this.lookAt(this.game.view?.line.length ?? 0);
  }

  /** The end of the main line of a game that is over, where that is not what was played. */
  private get otherEnd(): TreeMove | null {
    const { view, tree } = this.game;
    if (view?.stage !== "over" || !tree) return null;
    let last = tree.start;
    let isPlayed = this.isEnd(last);
    while (last.children[0]) {
      last = last.children[0];
      isPlayed ||= this.isEnd(last);
    }
    return isPlayed ? null : last;
  }

  /** Looks at any move of the tree. */
  lookAtMove(m: TreeMove, how: Voice = "aloud"): void {
    const { view, tree } = this.game;
    if (!view || !tree) return;
    if (m.ply <= view.line.length && tree.onLine(view.line.slice(0, m.ply)) === m) {
      this.lookAt(m.ply, how);
      return;
    }
    this.variation = m;
    this.ply = null;
    this.looked(how === "aloud" ? wordsOf(view, m) : null);
  }

  /** Goes through the line that is looked at, as the list shows it: the main line, or a variation, which ends where it begins. */
  walk(to: WalkStep): void {
    const { view } = this.game;
    if (!view) return;
    const m = this.step(to);
    if (m) this.lookAtMove(m);
    else this.lookAt({ first: 0, previous: this.shownPly - 1, next: this.shownPly + 1, last: view.line.length }[to]);
  }

  /** The move of the tree to which a step leads; nothing where there is no tree, or only the line of the game counts. */
  private step(to: WalkStep): TreeMove | null {
    const { variation, move: here } = this;
    if (!here || to === "first") return null;
    if (to === "previous") return variation?.parent ?? null;
    const next = this.continuation(here);
    if (to === "next") return next ?? variation;
    let last = next;
    while (last && !this.isEnd(last) && last.children[0]) last = last.children[0];
    return last ?? variation;
  }

  /** The move that continues a line. What was taken back at the end of a game that goes on does not. */
  private continuation(m: TreeMove): TreeMove | null {
    const isOpenEnd = this.isEnd(m) && this.game.view?.stage !== "over";
    return (isOpenEnd ? null : m.children[0]) ?? null;
  }

  /** Whether a move is the last one of the game. */
  private isEnd(m: TreeMove): boolean {
    const { view, tree } = this.game;
    return view !== null && m.ply === view.line.length && tree?.onLine(view.line) === m;
  }

  /** Looks at what else could be played in place of the move that is looked at; whether there is something. */
  lookBeside(step: 1 | -1): boolean {
    const m = this.move;
    const others = m?.parent?.children ?? [];
    const next = m && others[others.indexOf(m) + step];
    if (next) this.lookAtMove(next);
    return Boolean(next);
  }
}

function wordsOf(view: GameView, m: TreeMove): string {
  return texts.game.lookingAt(moveNumber(view, m.ply), m.san);
}

function wordsAt(view: GameView, ply: number): string {
  const m = view.line[ply - 1];
  return m ? texts.game.lookingAt(moveNumber(view, ply), m.san) : texts.game.lookingAtStart;
}
