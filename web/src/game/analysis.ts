import type { Dests } from "../board/dests";
import type { Action, PlaceView, Side, TreeChange } from "../protocol";
import { texts } from "../texts";
import { Annotations } from "./annotations";
import type { TreeApi } from "./annotations";
import type { CommandStorage } from "./command-queue";
import { Drafts } from "./drafts";
import { EditHistory } from "./edit-history";
import type { EditedGame } from "./edit-history";
import { expectedMove } from "./expected-move";
import type { ExpectedMove } from "./expected-move";
import { inverseOf } from "./inverse";
import { moveNumber } from "./line";
import { otherSide } from "./men";
import { countMoves, followers } from "./tree";
import type { GameTree } from "./tree";
import { TriedMoves } from "./tried-moves";
import type { Viewpoint } from "./viewpoint";

/** The game of whose moves something is said, as the room has it. */
export interface AnalyzedGame extends EditedGame {
  /** What the server was asked and has not answered, in order. */
  readonly unanswered: Action[];
  readonly viewpoint: Viewpoint;
  /** The analysis by an engine, while it is open. */
  readonly study: object | null;
  /** Whether the server cannot be asked for anything. */
  readonly isCutOff: boolean;
  changed(): void;
}

/** How long to wait before it is looked again whether everything is answered. */
const PAUSE = 30;

/** An entry of the game, as far as it touches the tree of moves. */
type TreeEntry = { annotated?: string; happened: string[]; line: { keep: number; add: unknown[] } };

/** What can be tried in a position: anything by whoever is to move, for the server to judge, until it has told more. */
export type Trial = { turn: Side; dests: Dests | "anywhere" } & Partial<
  Pick<PlaceView, "promotions" | "promotes_to" | "effects" | "check">
>;

/** The tree of moves with what is said of them, as a window shows it, writes in it and tries moves in it. */
export class Analysis {
  /** Whether the panel is open in which one writes of the moves. */
  isWriting = false;
  /** What was tried beside the game, until the server has added it. */
  readonly tried = new TriedMoves();
  /** What is being typed of the moves, over a reload. */
  readonly drafts: Drafts;
  /** What this window has written, to be taken back. */
  readonly history: EditHistory;
  private readonly annotations: Annotations;
  /** What writes down what stands in the fields of the page. */
  private readonly fields = new Set<() => void>();
  private isClosed = false;
  /** Whether it was looked for what was being typed before this page was loaded. */
  private isResumed = false;

  constructor(
    private readonly game: AnalyzedGame,
    api: TreeApi,
    storage: CommandStorage,
  ) {
    this.annotations = new Annotations(game.id, api);
    this.drafts = new Drafts(game.id, storage);
    this.history = new EditHistory(game, storage);
  }

  close(): void {
    this.isClosed = true;
    this.history.close();
  }

  /** All moves with what is said of them, where that is told: of games that are over, or were opened from a file. */
  get tree(): GameTree | null {
    return this.annotations.tree;
  }

  /** Whether this window may write of the moves. */
  get mayWrite(): boolean {
    return this.tree?.mayEdit ?? false;
  }

  /** Whether moves are tried in the position shown, beside the game; where it ended, only by whoever writes or analyses: nobody does by chance. */
  get isTrying(): boolean {
    const { view, viewpoint, study } = this.game;
    return this.mayWrite && (viewpoint.isAway || (view?.stage === "over" && (this.isWriting || study !== null)));
  }

  /** What the server has told of the position shown, where moves are tried in it. */
  get place(): PlaceView | null {
    const m = this.isTrying ? this.game.viewpoint.move : null;
    return m && this.annotations.at(m.path);
  }

  /** What can be tried in the position shown, upon what was tried already. */
  get trial(): Trial | null {
    const { move: m, fen } = this.game.viewpoint;
    if (!this.isTrying || !m) return null;
    const turn = fen.split(" ")[1] === "b" ? "black" : "white";
    if (this.tried.last) return { turn: this.tried.count % 2 === 0 ? turn : otherSide(turn), dests: "anywhere" };
    return this.place ?? { turn, dests: "anywhere" };
  }

  /** Opens or closes the panel in which one writes. */
  write(is: boolean): void {
    if (is === this.isWriting) return;
    this.isWriting = is;
    this.game.changed();
  }

  /** Changes what is said of a move, or the variations. */
  annotate(at: string, change: TreeChange): void {
    const action = { do: "annotate" as const, at, change };
    const { tree } = this;
    const inverse = tree && inverseOf(tree, action);
    const says = change === "delete" ? this.wordsOfDeletion(at, inverse !== null) : null;
    // What comes next is written upon it, though the answer is not there yet.
    if (this.game.submit(action)) {
      this.history.record(action, inverse, says);
      tree?.write(at, change);
    } else this.tried.clear();
    this.game.changed();
  }

  /** Something is being typed of a move, which `keep` writes down; until what is given back is called. */
  watchField(keep: () => void): () => void {
    this.fields.add(keep);
    return () => this.fields.delete(keep);
  }

  /** Writes down what is being typed, and waits until the server has it all, unless it cannot be asked. */
  async written(): Promise<void> {
    for (const keep of [...this.fields]) keep();
    while (this.game.unanswered.length > 0 && !this.game.isCutOff && !this.isClosed)
      await new Promise<void>((done) => this.game.later(done, PAUSE));
  }

  /** Whether what would be deleted there can be put back. */
  canPutBack(at: string): boolean {
    return this.tree !== null && inverseOf(this.tree, { at, change: "delete" }) !== null;
  }

  private wordsOfDeletion(at: string, canUndo: boolean): string | null {
    const m = this.tree?.find(at);
    const { view } = this.game;
    return m && view ? texts.remarks.deleted(`${moveNumber(view, m.ply)} ${m.san}`, countMoves(m) - 1, canUndo) : null;
  }

  /** Tries a move in the position shown, beside the game: goes to it, or has the server judge and add it. */
  tryMove(m: string): void {
    const { view, viewpoint } = this.game;
    const at = viewpoint.move;
    if (!at || !view) return;
    if (this.tried.last) {
      this.tryUpon(this.tried.last, m);
      return;
    }
    const isEnd = view.stage === "over" && at === this.tree?.onLine(view.line);
    const known = followers(at, isEnd).find(({ uci, san }) => uci === m || withoutCheck(san) === withoutCheck(m));
    if (known) {
      viewpoint.lookAtMove(known);
      return;
    }
    const { trial } = this;
    const shown = trial && expectedMove({ fen: at.fen, dests: trial.dests, effects: trial.effects }, m);
    if (shown) this.tried.add(m, shown);
    this.annotate(at.path, { play: m });
  }

  /** Tries a move upon another that the tree does not have yet. */
  private tryUpon(before: ExpectedMove, m: string): void {
    const shown = expectedMove({ fen: before.board, dests: "anywhere" }, m);
    const { end } = this.tried;
    if (shown) this.tried.add(m, shown);
    else this.game.say(texts.net.waiting, "note");
    if (shown && end !== null) this.annotate(end, { play: m });
    this.game.changed();
  }

  /** What was tried is there: tries what was put upon it meanwhile. */
  private tryNext(made: string): void {
    const next = this.tried.wasMade(made);
    if (next) this.annotate(made, { play: next });
  }

  /** Asks for the tree; then goes to a move of it, or stays where one is. */
  async refresh(goTo?: string): Promise<void> {
    this.history.resume();
    if (!this.isTold || !(await this.annotations.refresh()) || this.isClosed) return;
    const { viewpoint, unanswered } = this.game;
    const path = goTo ?? viewpoint.variation?.path;
    const { tree } = this;
    for (const action of unanswered) if (action.do === "annotate") tree?.write(action.at, action.change);
    this.tried.forgetMade();
    if (tree && path !== undefined) viewpoint.lookAtMove(tree.nearest(path), "quietly");
    this.resumeDraft();
    void this.askPlace();
    this.game.changed();
  }

  /** Takes whoever was typing something of a move when the page was loaded anew back there. */
  private resumeDraft(): void {
    if (this.isResumed || !this.mayWrite) return;
    this.isResumed = true;
    const { lastPlace } = this.drafts;
    const m = lastPlace === null ? null : this.tree?.nearest(lastPlace);
    if (!m || m.path !== lastPlace) return;
    this.isWriting = true;
    this.game.viewpoint.lookAtMove(m, "quietly");
    this.game.say(texts.remarks.draftKept, "note");
  }

  /** The tree after an entry: what is said in it the server tells, what was played is known. */
  follow(entry: TreeEntry, own: Action | null): void {
    const { view } = this.game;
    const { tree } = this;
    if (!view) return;
    const { annotated, happened, line } = entry;
    if (own?.do === "annotate" && annotated !== undefined) {
      this.drafts.written(own);
      const made = this.history.made(own, annotated, tree);
      if (made !== "more") void this.refresh(made.goTo);
      if (isPlayed(own.change)) this.tryNext(annotated);
      return;
    }
    const isNote = annotated === undefined && line.add.length === 0 && line.keep === view.line.length;
    if (!isNote) this.history.forget();
    const isLonger = annotated === undefined && !happened.includes("ended") && line.add.length > 0;
    const before = isLonger ? tree?.onLine(view.line.slice(0, line.keep)) : null;
    if (before?.children.length === 0) tree?.addLine(view.line);
    else void this.refresh();
  }

  /** What was written is there, though its entry was not told. */
  wasAccepted(own: Action): void {
    if (own.do !== "annotate") return;
    this.drafts.written(own);
    const made = this.history.made(own, own.at, null);
    if (made !== "more") void this.refresh(made.goTo);
    if (isPlayed(own.change)) this.tryNext(`${own.at} ${own.change.play}`.trim());
  }

  /** The server has refused what was written. */
  refused(): void {
    this.tried.clear();
    this.history.forget();
    void this.refresh();
  }

  /** Asks what can be done in the position shown. */
  async askPlace(): Promise<void> {
    const m = this.mayWrite ? this.game.viewpoint.move : null;
    if (!m) return;
    await this.annotations.ask(m.path);
    this.game.changed();
  }

  /** Waits until it is known what can be done in the position shown, where moves are tried in it; whether it is still the one shown. */
  async knowsPlace(): Promise<boolean> {
    if (!this.isTrying || this.place) return true;
    const shown = this.game.viewpoint.move?.path;
    await this.askPlace();
    return this.game.viewpoint.move?.path === shown;
  }

  /** Games that are over, or were opened from a file, are told with what is said of their moves. */
  private get isTold(): boolean {
    const { view } = this.game;
    return view !== null && (view.stage === "over" || view.opened !== null);
  }
}

function isPlayed(change: TreeChange): change is { play: string } {
  return typeof change === "object" && "play" in change;
}

/** A move as it may also be typed. */
function withoutCheck(san: string): string {
  return san.replace(/[+#]$/, "");
}
