import type { Command } from "../command";
import type { Analysis, Trial } from "../game/analysis";
import { expectedMove } from "../game/expected-move";
import { otherSide } from "../game/men";
import { typedMove } from "../game/typed-move";
import type { GameTree, TreeMove } from "../game/tree";
import type { Viewpoint, WalkStep } from "../game/viewpoint";
import { language } from "../language";
import type { AnalysisEvents, AnalysisLine } from "../net/analysis-socket";
import type {
  FromAnalysis,
  GameView,
  LineMove,
  LineView,
  LinesView,
  LookedPlace,
  MoveView,
  Reason,
  ReviewView,
  ReviewedMove,
  ScoredPosition,
  Side,
  ToAnalysis,
  TriedMove,
} from "../protocol";
import { studyCommands } from "./commands";
import { Exercise } from "./exercise";
import { isMistake, markNumber, nextMarked } from "./graph";
import { scoreWords } from "./score";
import { analysisTexts } from "./texts";

/** The game that is analysed, as the room has it. */
export interface StudiedGame {
  readonly id: string;
  readonly view: GameView | null;
  readonly tree: GameTree | null;
  readonly viewpoint: Viewpoint;
  readonly analysis: Pick<Analysis, "mayWrite" | "tried" | "tryMove" | "place">;
  readonly isPlayer: boolean;
  readonly isCutOff: boolean;
  move(m: string): void;
  say(says: string, kind: "note" | "refusal"): void;
  refuse(reason: Reason): void;
  changed(): void;
  subscribe(listener: () => void): () => void;
}

/** What an analysis needs of the world around it. Tests hand in one of their own. */
export interface StudyEnvironment {
  connect(game: string, events: AnalysisEvents): AnalysisLine;
  storage: Pick<Storage, "getItem" | "setItem">;
  now(): number;
  later(run: () => void, wait: number): void;
  /** Saves the game with what was found of its moves. */
  save(): void;
}

/** What somebody wants to see, kept in this browser. */
export type StudyWish = { isOn: boolean; lines: number; arrows: boolean };

export const MOST_LINES = 5;

/** A move by its squares. */
const SQUARES = /^[a-h][1-8][a-h][1-8][a-z]?$/i;

const REST: ToAnalysis = { type: "rest" };

const KEY = "tabiya.analysis";
const USUAL: StudyWish = { isOn: true, lines: 3, arrows: true };
/** How many positions are remembered with their lines. */
const MOST_PLACES = 300;
/** How long somebody looks at a position before its best move is read out. */
const SPEAK_AFTER = 1200;
/** How long nothing else is read out of it then. */
const SPEAK_AGAIN = 6000;
/** How long lines stand still under a pointer, or under keys. */
const HOLD = 3000;

/** The analysis of a game in a window: the engine's lines where one looks, the graph of the game, its mistakes, moves tried beside it. */
export class Study {
  wish: StudyWish;
  /** Whether it is shown what the other side would do. */
  showsThreat = false;
  review: ReviewView | null = null;
  /** Moves that somebody tries who may not write in the game. */
  aside: TriedMove[] = [];
  /** What is read out of the lines. */
  spoken = "";
  /** Why nothing is thought. */
  trouble = "";
  isConnected = false;
  /** Whether the computer is busy with others. */
  waits = false;
  /** Whether the whole game is to be analysed. */
  wantsReview = false;
  readonly exercise: Exercise;

  private readonly line: AnalysisLine;
  private readonly found = new Map<string, LinesView>();
  private readonly places = new Map<string, LookedPlace>();
  private readonly listeners = new Set<() => void>();
  private readonly leave: () => void;
  /** What the server was asked last on this connection. */
  private asked = JSON.stringify(REST);
  /** The place that was looked at before, and since when one looks at this one. */
  private key = "";
  private lookedAt = 0;
  private spokenOf = { key: "", best: "", at: 0 };
  private held: { key: string; at: number; view: LinesView } | null = null;
  private isHeld = false;
  private isHidden = false;
  private drawn = "";
  private lastChances = 0.5;
  private threatAt = "";
  /** Where the moves beside the tree begin. */
  private asideAt = "";
  /** Whether an analysis is that of other moves than a line and a tree have. */
  private told: { review: ReviewView | null; line?: MoveView[]; tree: GameTree | null; isOld: boolean } = {
    review: null,
    tree: null,
    isOld: false,
  };

  constructor(
    private readonly game: StudiedGame,
    private readonly environment: StudyEnvironment,
  ) {
    this.wish = readWish(environment.storage.getItem(KEY));
    this.wantsReview = game.view?.stage === "over";
    const reviewedPly = (): number | null => this.reviewedPly;
    this.exercise = new Exercise({
      get shownPly() {
        return reviewedPly();
      },
      lookAt: (ply) => this.lookAt(ply),
      judge: (ply, move) => this.line.send({ type: "judge", ply, move }),
    });
    this.line = environment.connect(game.id, {
      message: (message) => this.receive(message),
      connected: (is) => this.connected(is),
      closed: () => this.closed(),
    });
    let wasCutOff = game.isCutOff;
    this.leave = game.subscribe(() => {
      // Where the game's own connection has come back, this one may be dead without having said so.
      if (wasCutOff && !game.isCutOff) this.line.restart();
      wasCutOff = game.isCutOff;
      this.follow();
    });
    this.follow();
  }

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  close(): void {
    this.leave();
    this.line.close();
    this.listeners.clear();
  }

  // What is looked at.

  /** The way to the move after which the position is. */
  private get at(): string {
    const { view, viewpoint } = this.game;
    const { move } = viewpoint;
    if (move) return move.path;
    return (view?.line.slice(0, viewpoint.shownPly) ?? []).map(({ uci }) => uci).join(" ");
  }

  /** The same where the tree has the position; nothing where only this window does. */
  get path(): string | null {
    return this.aside.length > 0 ? null : this.at;
  }

  private keyOf(threat: boolean): string {
    return keyOf(this.at, this.beyond, threat);
  }

  /** The moves beside the tree, as the server is told them. */
  private get beyond(): string {
    return this.aside.map(({ uci }) => uci).join(" ");
  }

  /** How many single moves lead to the position shown. */
  get ply(): number {
    return this.game.viewpoint.shownPly + this.aside.length;
  }

  /** The position that the board shows in place of the game's. */
  get fen(): string | null {
    if (this.exercise.isHere && this.exercise.tried) return this.exercise.tried.board;
    return this.aside.at(-1)?.fen ?? null;
  }

  /** The squares of the move that led to it. */
  get last(): [string, string] | null {
    if (this.exercise.isHere && this.exercise.tried) return this.exercise.tried.squares;
    const uci = this.aside.at(-1)?.uci;
    return uci ? [uci.slice(0, 2), uci.slice(2, 4)] : null;
  }

  /** Whether moves are tried for this window alone: it may not write in the game, and does not play in it. */
  private get triesAside(): boolean {
    const { analysis, isPlayer, view } = this.game;
    return !analysis.mayWrite && !(isPlayer && view?.stage === "live");
  }

  /** What can be tried on the board for the analysis alone; nothing where the game itself takes the move. */
  get trial(): Trial | null {
    if (!this.exercise.hides && !this.triesAside) return null;
    const turn = this.turn;
    const place = this.game.analysis.place ?? this.places.get(this.keyOf(false))?.place;
    return place && place.turn === turn ? place : { turn, dests: "anywhere" };
  }

  /** Who is to move in the position shown. */
  get turn(): Side {
    const turn: Side = this.game.viewpoint.fen.split(" ")[1] === "b" ? "black" : "white";
    return this.aside.length % 2 === 0 ? turn : otherSide(turn);
  }

  // What is done on the board.

  /** Takes a move that was made on the board, where it is not the game's. */
  takes(m: string): boolean {
    const { trial } = this;
    if (!trial) return false;
    const shown = { fen: this.fen ?? this.game.viewpoint.fen, dests: trial.dests, effects: trial.effects };
    if (this.exercise.hides) this.exercise.try(m, shown);
    else this.tryAside(m, shown);
    this.redraw();
    return true;
  }

  /** The same for a move that was typed. */
  takesTyped(text: string): boolean {
    const { trial } = this;
    if (!trial) return false;
    const dests = trial.dests === "anywhere" ? {} : trial.dests;
    const state = { fen: this.fen ?? this.game.viewpoint.fen, turn: trial.turn, dests, promotions: trial.promotions };
    const m = SQUARES.test(text) ? text.toLowerCase() : typedMove(text, state, language);
    if (m) this.takes(m);
    else this.game.say(analysisTexts.notUnderstood(text), "refusal");
    return true;
  }

  private tryAside(m: string, shown: Parameters<typeof expectedMove>[0]): void {
    const expected = expectedMove(shown, m);
    if (!expected) return;
    const turn = this.turn === "white" ? "b" : "w";
    this.aside = [...this.aside, { uci: m, san: m, fen: `${expected.board} ${turn} - - 0 1` }];
    this.follow();
  }

  /** Goes through moves that are tried beside the tree; false where there are none. */
  walk(to: WalkStep): boolean {
    if (this.aside.length === 0 || to === "next" || to === "last") return this.aside.length > 0;
    this.backTo(to === "first" ? 0 : this.aside.length - 1);
    return true;
  }

  /** Leaves so many of the moves that are tried beside the tree. */
  backTo(count: number): void {
    this.aside = this.aside.slice(0, count);
    const { viewpoint } = this.game;
    const san = this.aside.at(-1)?.san ?? viewpoint.move?.san ?? this.game.view?.line[viewpoint.shownPly - 1]?.san;
    this.game.say(san ? analysisTexts.lookingAt(san) : analysisTexts.atStart, "note");
    this.follow();
    this.redraw();
  }

  /** Plays the first moves of a line, wherever they belong. */
  play(moves: { uci: string }[]): void {
    const { game } = this;
    for (const { uci } of moves) {
      if (this.trial) this.takes(uci);
      else if (game.view?.stage === "live" && !game.viewpoint.isAway) this.playInGame(uci);
      else game.analysis.tryMove(uci);
    }
  }

  /** At one board both sides are one's own; against somebody else nobody plays what an engine says. */
  private playInGame(uci: string): void {
    if (this.game.view?.you.role === "both") this.game.move(uci);
    else this.game.say(analysisTexts.notInGame, "note");
  }

  playBest(): void {
    const best = this.exercise.hides ? null : this.shown?.lines[0]?.moves[0];
    if (best && !this.showsThreat) this.play([best]);
    else this.game.say(this.exercise.hides ? analysisTexts.exercise.notTold : analysisTexts.noBest, "note");
  }

  // What is shown.

  /** What was found in the position shown; it stands still for a while under a pointer. */
  get shown(): LinesView | null {
    if (!this.wish.isOn || this.exercise.hides) return null;
    const view = this.found.get(this.key) ?? null;
    const now = this.environment.now();
    if (!this.isHeld || !view) return view;
    const { held } = this;
    if (held?.key === this.key && (held.view === view || now - held.at < HOLD)) return held.view;
    this.held = { key: this.key, at: now, view };
    return view;
  }

  /** What would have been better than a mistake: the first of the lines that are shown there, and while there are none, of the whole game's analysis. */
  get betterLine(): LineMove[] {
    const line = this.exercise.isHere && !this.showsThreat ? this.shown?.lines[0]?.moves : undefined;
    return line ?? this.exercise.better;
  }

  /** What is said of a better move that was found. The server's words are by the analysis of the whole game: where the lines know more, they count. */
  get foundWords(): string {
    const { san, says, other } = this.exercise;
    const [best] = this.betterLine;
    const t = analysisTexts.exercise;
    const isBest = best?.san === san;
    const verdict = isBest === (other === null) ? says : isBest ? t.best(san) : t.good(san);
    return best && !isBest ? `${verdict} ${t.other(best.san)}` : verdict;
  }

  /** Why there is nothing to think about in the position shown. */
  get over(): string | null {
    return this.places.get(this.keyOf(false))?.over ?? null;
  }

  /** How deep the engine has looked. */
  get depth(): number | null {
    return this.shown && (this.found.get(this.key)?.depth ?? null);
  }

  /** Lets the lines stand still, or go on. */
  hold(is: boolean): void {
    this.isHeld = is;
    this.held = null;
    this.changed();
  }

  /** Nobody thinks for a page that nobody sees. */
  hide(is: boolean): void {
    this.isHidden = is;
    this.ask();
  }

  /** How the position shown is judged, by the lines or by the analysis of the game; nothing where that is hidden or not known. */
  get score(): ScoredPosition | null {
    if (this.exercise.hides) return null;
    const told = this.wish.isOn ? this.found.get(this.keyOf(false))?.score : undefined;
    const { reviewedPly } = this;
    return told ?? (reviewedPly === null || this.isReviewOld ? null : (this.review?.points[reviewedPly] ?? null));
  }

  /** White's chances for the bar, which stays where it was until something new is known. */
  get chances(): number {
    this.lastChances = this.score?.chances ?? this.lastChances;
    return this.exercise.hides ? 0.5 : this.lastChances;
  }

  /** Arrows: the best move, the threat, or the move that would have been better. */
  get arrows(): string[] {
    const { exercise } = this;
    const better = exercise.isHere && exercise.stage === "shown" ? exercise.better[0] : undefined;
    if (better) return [`G${better.uci.slice(0, 4)}`];
    const best = this.wish.arrows && !exercise.tried ? this.found.get(this.key)?.lines[0]?.moves[0] : undefined;
    if (!best || !this.wish.isOn || exercise.hides) return [];
    return [`${this.showsThreat ? "R" : "B"}${best.uci.slice(0, 4)}`];
  }

  /** Whether the analysis of the game is that of fewer or other moves than it has now: neither of what was played nor of the main line. */
  get isReviewOld(): boolean {
    const { review, game } = this;
    const [line, tree] = [game.view?.line, game.tree];
    const { told } = this;
    // Asked for every move of the list: the lines are compared once.
    if (told.review !== review || told.line !== line || told.tree !== tree)
      this.told = { review, line, tree, isOld: review !== null && ![this.playedLine, this.mainLine].includes(review.line) };
    return this.told.isOld;
  }

  /** The way to the last move that was played. */
  private get playedLine(): string {
    return (this.game.view?.line ?? []).map(({ uci }) => uci).join(" ");
  }

  /** The way to the end of the main line, which may be another by now. */
  private get mainLine(): string | null {
    let last = this.game.tree?.start;
    while (last?.children[0]) last = last.children[0];
    return last?.path ?? null;
  }

  /** How many moves of what the analysis of the game is of lead to the position shown; nothing beside it. */
  get reviewedPly(): number | null {
    if (this.aside.length > 0) return null;
    return isOnWay(this.at, this.review?.line ?? this.playedLine) ? this.game.viewpoint.shownPly : null;
  }

  /** The move of that line which leads to a position. */
  moveAt(ply: number): Pick<TreeMove, "san"> | null {
    return this.treeMoveAt(ply) ?? this.game.view?.line[ply - 1] ?? null;
  }

  private treeMoveAt(ply: number): TreeMove | null {
    const { review } = this;
    if (!review || ply === 0 || review.line === this.playedLine) return null;
    return this.game.tree?.find(review.line.split(" ").slice(0, ply).join(" ")) ?? null;
  }

  /** Looks at a position of it. */
  lookAt(ply: number): void {
    const m = this.treeMoveAt(ply);
    if (m) this.game.viewpoint.lookAtMove(m);
    else this.game.viewpoint.lookAt(ply);
  }

  get isReviewing(): boolean {
    return this.review ? this.review.done < this.review.of : this.wantsReview;
  }

  /** The moves of the game of which something is to be said. */
  get marked(): ReviewedMove[] {
    return this.isReviewOld ? [] : (this.review?.moves ?? []);
  }

  /** The mistakes to learn from: one's own, where one played. */
  get mistakes(): ReviewedMove[] {
    const { view } = this.game;
    const role = view?.you.role;
    const mine = this.marked.filter(isMistake);
    if (!view || (role !== "white" && role !== "black")) return mine;
    const first: Side = view.start.split(" ")[1] === "b" ? "black" : "white";
    return mine.filter(({ ply }) => (ply % 2 === 0 ? first : otherSide(first)) === role);
  }

  /** What is said of the move that is looked at. */
  get lesson(): ReviewedMove | null {
    const { reviewedPly } = this;
    return this.marked.find(({ ply }) => ply + 1 === reviewedPly) ?? null;
  }

  /** The mark of a move of the game, the last one on a way where that is told, as its sign and its number. */
  markOf(ply: number, path = ""): { sign: string; mark: number } | null {
    const m = isOnWay(path, this.review?.line ?? "") ? this.marked.find((one) => one.ply + 1 === ply) : undefined;
    const mark = m ? markNumber(m.mark) : null;
    return m && mark !== null ? { sign: m.mark, mark } : null;
  }

  // What can be wished for.

  commands(): Command[] {
    return studyCommands(this);
  }

  toggleEngine(): void {
    this.change({ isOn: !this.wish.isOn });
    this.game.say(this.wish.isOn ? analysisTexts.engineOn : analysisTexts.engineOff, "note");
  }

  toggleArrows(): void {
    this.change({ arrows: !this.wish.arrows });
    this.game.say(this.wish.arrows ? analysisTexts.arrowsOn : analysisTexts.arrowsOff, "note");
  }

  setLines(lines: number): void {
    this.change({ lines: Math.max(1, Math.min(MOST_LINES, lines)) });
  }

  toggleThreat(): void {
    this.showsThreat = !this.showsThreat;
    this.threatAt = this.keyOf(true);
    if (this.showsThreat && !this.wish.isOn) this.change({ isOn: true });
    this.game.say(this.showsThreat ? analysisTexts.threatOn : analysisTexts.threatOff, "note");
    this.follow();
    this.redraw();
  }

  private change(wish: Partial<StudyWish>): void {
    this.wish = { ...this.wish, ...wish };
    this.environment.storage.setItem(KEY, JSON.stringify(this.wish));
    this.trouble = "";
    this.follow();
    this.redraw();
  }

  /** Has the whole game analysed. */
  startReview(): void {
    this.wantsReview = true;
    if (this.isReviewOld) this.review = null;
    this.line.send({ type: "review" });
    this.changed();
  }

  /** Saves the game with what was found of its moves. */
  save(): void {
    this.environment.save();
  }

  /** Goes to the next mistake, or the one before. */
  goToMistake(step: 1 | -1): void {
    const { shownPly } = this.game.viewpoint;
    const m = nextMarked(this.marked.filter(isMistake), shownPly, step);
    if (m && m.ply + 1 !== shownPly) this.lookAt(m.ply + 1);
    else this.game.say(analysisTexts.noOther, "note");
  }

  toggleExercise(): void {
    if (this.exercise.current) this.exercise.stop();
    else if (!this.exercise.begin(this.mistakes)) this.game.say(analysisTexts.noMistakes, "note");
    this.redraw();
  }

  /** Does something with the exercise, and shows what came of it. */
  exercises(run: (exercise: Exercise) => void): void {
    run(this.exercise);
    this.follow();
    this.redraw();
  }

  // What the server is asked, and says.

  /** The game, or what is looked at in it, may be another. */
  private follow(): void {
    if (this.aside.length > 0 && this.asideAt !== this.at) this.aside = [];
    this.asideAt = this.at;
    // Elsewhere another threat would be asked for.
    if (this.showsThreat && this.threatAt !== this.keyOf(true)) this.showsThreat = false;
    const key = this.keyOf(this.showsThreat);
    if (key !== this.key) {
      this.key = key;
      this.lookedAt = this.environment.now();
      this.trouble = "";
      // It is not that of the position shown.
      this.spoken = "";
      this.drawn = this.arrows.join();
    }
    this.ask();
    this.changed();
  }

  /** What the server is to think about for this window. */
  private get wanted(): ToAnalysis {
    const { game } = this;
    // What was tried is soon in the tree, and has its place there.
    if (!game.view || game.analysis.tried.count > 0 || this.isHidden || this.exercise.hides) return REST;
    const isUntold = this.triesAside && !this.places.has(this.keyOf(false));
    if (!this.wish.isOn && !isUntold) return REST;
    const lines = this.wish.isOn ? this.wish.lines : 1;
    return { type: "look", at: this.at, then: this.beyond, lines, threat: this.showsThreat };
  }

  private ask(): void {
    const { wanted } = this;
    const text = JSON.stringify(wanted);
    if (text !== this.asked && this.line.send(wanted)) this.asked = text;
  }

  private connected(is: boolean): void {
    this.isConnected = is;
    this.asked = JSON.stringify(REST);
    this.waits = false;
    if (is) {
      this.trouble = "";
      this.ask();
      if (this.wantsReview) this.line.send({ type: "review" });
      this.exercise.ask();
    }
    this.changed();
  }

  private closed(): void {
    this.isConnected = false;
    this.trouble ||= analysisTexts.ended;
    this.redraw();
  }

  private receive(message: FromAnalysis): void {
    switch (message.type) {
      case "place":
        this.takePlace(message);
        break;
      case "lines":
        this.takeLines(message);
        break;
      case "review":
        this.review = message;
        this.exercise.learn(this.mistakes);
        this.redraw();
        break;
      case "judged":
        this.exercise.judged(message);
        this.redraw();
        break;
      case "busy":
        this.waits = true;
        this.changed();
        break;
      case "failed":
        this.takeRefusal(message);
        break;
    }
  }

  /** A position that was asked for: what can be done in it, and how the moves are written that led there. */
  private takePlace(told: LookedPlace): void {
    const key = keyOf(told.at, told.then, false);
    if (this.places.size >= MOST_PLACES) this.places.clear();
    this.places.set(key, told);
    if (key === this.keyOf(false)) {
      this.aside = told.moves;
      this.redraw();
    }
    this.ask();
  }

  private takeLines(view: LinesView): void {
    const key = keyOf(view.at, view.then, view.threat);
    this.waits = false;
    if (this.found.size >= MOST_PLACES) this.found.clear();
    this.found.set(key, view);
    if (key !== this.key) return;
    this.speak(view);
    // What stood still meanwhile may be the last that comes.
    if (this.isHeld) this.environment.later(() => this.isHeld && this.redraw(), HOLD);
    // The board is drawn anew only where it shows something else.
    if (this.arrows.join() === this.drawn) this.changed();
    else this.redraw();
  }

  /** Reads out the best move once somebody stays at a position, again where it is another for long, and what is said of it at the end. */
  private speak(view: LinesView): void {
    const now = this.environment.now();
    const best = view.lines[0];
    const first = best?.moves[0];
    if (!best || !first || !this.wish.isOn) {
      const { over } = this;
      if (over) this.spoken = over;
      return;
    }
    const isNew = this.spokenOf.key !== this.key;
    if (isNew && !view.is_done && now - this.lookedAt < SPEAK_AFTER) return;
    const isOther = first.uci !== this.spokenOf.best;
    const wait = this.spokenOf.at + SPEAK_AGAIN - now;
    if (!isNew && !view.is_done && (!isOther || wait > 0)) {
      // These lines may be the last that come.
      if (isOther) this.environment.later(() => this.speakOfKnown(), wait);
      return;
    }
    this.spokenOf = { key: this.key, best: first.uci, at: now };
    this.spoken = spokenLine(best, view.threat);
  }

  private speakOfKnown(): void {
    const view = this.found.get(this.key);
    if (!view) return;
    this.speak(view);
    this.changed();
  }

  private takeRefusal({ of, error }: Extract<FromAnalysis, { type: "failed" }>): void {
    if (of === "judge") this.exercise.refused(error.says);
    else if (of === "review") {
      this.wantsReview = false;
      this.game.say(error.says, "refusal");
    } else if (of === "look" && this.aside.length > 0 && !this.places.has(this.keyOf(false))) {
      this.aside = this.aside.slice(0, -1);
      this.game.refuse(error);
      this.follow();
    } else if (of === "look" && this.showsThreat) {
      this.showsThreat = false;
      this.game.say(error.says, "refusal");
      this.follow();
    } else this.trouble = error.says;
    this.redraw();
  }

  private changed(): void {
    for (const listener of [...this.listeners]) listener();
  }

  /** Shows also on the board and in the list what has changed. */
  private redraw(): void {
    this.drawn = this.arrows.join();
    this.game.changed();
  }
}

/** Whether one way is the beginning of another. */
function isOnWay(path: string, whole: string): boolean {
  return path === "" || (whole.startsWith(path) && [undefined, " "].includes(whole[path.length]));
}

/** A position that is looked at, by one name. */
function keyOf(at: string, then: string, threat: boolean): string {
  return `${at}|${then}|${threat}`;
}

/** A line as it is read out: its first moves and how good it is. */
function spokenLine(line: LineView, threat: boolean): string {
  const moves = line.moves
    .slice(0, 3)
    .map(({ san }) => san)
    .join(" ");
  return (threat ? analysisTexts.spokenThreat : analysisTexts.spokenBest)(moves, scoreWords(line.score));
}

function readWish(text: string | null): StudyWish {
  try {
    const kept = { ...USUAL, ...(JSON.parse(text ?? "{}") as Partial<StudyWish>) };
    return Number.isInteger(kept.lines) && kept.lines >= 1 && kept.lines <= MOST_LINES ? kept : USUAL;
  } catch {
    return USUAL;
  }
}
