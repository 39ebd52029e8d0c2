import type { Dests } from "../board/dests";
import { Refused } from "../net/http";
import type { EndCause } from "../net/socket";
import type { Action, Failure, FromServer, GameView, HostSwitches, PlaceView, Reason, Side, ThreatsView, TreeChange } from "../protocol";
import { texts } from "../texts";
import { Annotations } from "./annotations";
import { CommandQueue, stillFits } from "./command-queue";
import type { Pending } from "./command-queue";
import type { Environment, RoomSocket } from "./environment";
import { changesPosition, expectedMove } from "./expected-move";
import type { ExpectedMove } from "./expected-move";
import { fenAt, moveNumber, nodeAt, withPosition } from "./line";
import { menOf, otherSide } from "./men";
import { MessageLog } from "./message-log";
import type { LogLine } from "./message-log";
import { Reach } from "./reach";
import { ServerTime } from "./server-time";
import { Thinking } from "./thinking";
import { Threats } from "./threats";
import type { ThreatSide } from "./threats";
import { changesMoves, followers } from "./tree";
import type { GameTree, TreeMove } from "./tree";

export type Connection = "connecting" | "online" | "offline";

/** Why there is no game to show. */
export type Trouble = { reason: Reason; isMissing: boolean };

/** How long to wait before a game is asked for again that the server could not show. */
const ASK_AGAIN = 5000;

/** A game as this window knows it: what the server told, what is on its way there, and what is being looked at. */
export class Room {
  view: GameView | null = null;
  connection: Connection = "connecting";
  /** The last result, for the status line. */
  status = "";
  /** Why the last move was refused, for as long as it is drawn. */
  refusal: Reason | null = null;
  /** How many single moves of the line are looked at; nothing for the game as it stands. */
  looking: number | null = null;
  /** The move that is looked at beside those of the game. */
  variation: TreeMove | null = null;
  /** Whether the panel is open in which one writes of the moves. */
  isWriting = false;
  /** A move that was tried beside the game, until the server has added it. */
  tried: ExpectedMove | null = null;
  trouble: Trouble | null = null;
  /** Counts what the board must take back, such as a refused move that it shows already. */
  resets = 0;
  readonly time: ServerTime;

  private readonly messages: MessageLog;
  private readonly commands: CommandQueue;
  private readonly reach: Reach;
  private readonly threats: Threats;
  private readonly annotations: Annotations;
  /** The moves of which others wrote something since the command on its way was given. */
  private readonly annotated = new Set<string>();
  private readonly thinking: Thinking;
  private socket: RoomSocket | null = null;
  /** The answer to a command that came too late, until everything is known that happened before it. */
  private late: Failure | null = null;
  /** The version upon which the server was last asked for what is missing. */
  private asked = -1;
  /** Why the server refuses to go on, where that was told. */
  private toldReason = "";
  private isClosed = false;
  /** Whether the host shut the server down, and it is not back yet. */
  isShutDown = false;
  /** Whether the host holds games of some kind. */
  private holds = "false false";
  private stopAsking: (() => void) | null = null;
  private readonly listeners = new Set<() => void>();

  constructor(
    readonly id: string,
    private readonly environment: Environment,
  ) {
    this.time = new ServerTime(() => environment.now());
    this.messages = new MessageLog(id, environment.storage);
    this.commands = new CommandQueue(id, environment.storage);
    this.thinking = new Thinking(environment);
    this.reach = new Reach(() => environment.api.reach(id));
    this.threats = new Threats((node) => environment.api.threats(id, node));
    this.annotations = new Annotations(id, environment.api);
    void this.open();
  }

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  close(): void {
    this.isClosed = true;
    this.stopAsking?.();
    this.socket?.close();
    this.listeners.clear();
  }

  /** The side whose men this window moves; nothing for those who watch. */
  get side(): Side | null {
    const view = this.view;
    if (!view) return null;
    const role = view.you.role;
    return role === "both" ? view.state.turn : role === "spectator" ? null : role;
  }

  get isPlayer(): boolean {
    return this.view !== null && this.view.you.role !== "spectator";
  }

  /** What was said in the game. */
  get log(): LogLine[] {
    return this.messages.lines;
  }

  /** Whether leaving the game takes something away from its player: somebody waits, or something was done in it here. */
  get isEngaged(): boolean {
    const view = this.view;
    if (!view || !this.isPlayer || view.stage === "over") return false;
    const isAlone = view.you.role === "both" || view[otherSide(this.side ?? "white")].kind === "computer";
    return !isAlone || view.version > 1;
  }

  /** Whether somebody waits for a move of this player alone. */
  get isMyMove(): boolean {
    const view = this.view;
    return view?.stage === "live" && view.you.role === view.state.turn && !this.isAwaitingPosition;
  }

  /** Whether this window steers two computers that play. */
  get maySteer(): boolean {
    return this.view?.stage === "live" && this.view.you.may_steer;
  }

  get isLooking(): boolean {
    return this.looking !== null || this.variation !== null;
  }

  /** All moves with what is said of them, where that is told: of games that are over, or were opened from a file. */
  get tree(): GameTree | null {
    return this.annotations.tree;
  }

  /** Whether this window may write of the moves. */
  get mayAnnotate(): boolean {
    return this.tree?.mayEdit ?? false;
  }

  /** The move of the tree after which the position shown is. */
  get shownMove(): TreeMove | null {
    const { view, tree, variation } = this;
    if (variation) return variation;
    return view && tree ? tree.onLine(view.line.slice(0, this.shownPly)) : null;
  }

  /** Whether moves are tried in the position shown, beside the game; where it ended, only by whoever writes: nobody does by chance. */
  get isTrying(): boolean {
    return this.mayAnnotate && (this.isLooking || (this.view?.stage === "over" && this.isWriting));
  }

  /** What can be tried in the position shown. */
  get place(): PlaceView | null {
    const m = this.isTrying ? this.shownMove : null;
    return m && this.annotations.at(m.path);
  }

  /** Opens or closes the panel in which one writes. */
  write(is: boolean): void {
    if (is === this.isWriting) return;
    this.isWriting = is;
    this.changed();
  }

  /** What is looked at, in words; nothing for the game as it stands. */
  get lookedAt(): string | null {
    const { view, variation } = this;
    if (view && variation) return texts.game.lookingAt(moveNumber(view, variation.ply), variation.san);
    return view && this.looking !== null ? lookingAt(view, this.looking) : null;
  }

  /** A command that the server has not answered yet. */
  get pending(): Pending | null {
    return this.commands.pending;
  }

  /** What the server was asked first that will change the position; nothing where it has changed already. */
  private get nextChange(): Action | null {
    const { view, pending } = this;
    if (!view || !pending || pending.node !== view.state.node) return null;
    return this.commands.unanswered.find(changesPosition) ?? null;
  }

  /** Whether the position is about to be another one, so that where men may go in it is of no use any more. */
  get isAwaitingPosition(): boolean {
    return this.nextChange !== null;
  }

  /** The move that is shown as made though the server has not answered yet. */
  get expected(): ExpectedMove | null {
    const change = this.nextChange;
    return this.view && change?.do === "move" ? expectedMove(this.view.state, change.move) : null;
  }

  get threatSide(): ThreatSide | null {
    return this.threats.side;
  }

  /** The number of the move after which the position shown is; 0 at the start. */
  private get shownNode(): number {
    const view = this.view;
    if (!view) return 0;
    return this.looking === null ? view.state.node : nodeAt(view, this.looking);
  }

  /** Where the men of a side that waits may be put in advance. */
  targetsInAdvance(side: Side): Dests | "anywhere" {
    return (this.view && this.reach.of(this.view.state.fen, side)) ?? "anywhere";
  }

  /** The threats in the position shown, as soon as they are known. */
  get shownThreats(): ThreatsView | null {
    return this.variation ? null : this.threats.at(this.shownNode);
  }

  /** How many moves of the line are shown. */
  get shownPly(): number {
    return this.variation?.ply ?? this.looking ?? this.view?.line.length ?? 0;
  }

  /** The position shown. */
  get shownFen(): string {
    const view = this.view;
    if (!view) return "";
    if (this.variation) return this.variation.fen;
    return this.looking === null ? view.state.fen : fenAt(view, this.looking);
  }

  /** Looks at another place of the game, which goes on meanwhile. */
  lookAt(ply: number): void {
    const view = this.view;
    if (!view) return;
    const end = view.line.length;
    const next = Math.max(0, Math.min(ply, end));
    this.looking = next === end ? null : next;
    this.variation = null;
    this.looked(lookingAt(view, next));
  }

  /** Looks at any move of the tree. */
  lookAtMove(m: TreeMove): void {
    const { view, tree } = this;
    if (!view || !tree) return;
    if (m.ply <= view.line.length && tree.onLine(view.line.slice(0, m.ply)) === m) {
      this.lookAt(m.ply);
      return;
    }
    this.variation = m;
    this.looking = null;
    this.looked(texts.game.lookingAt(moveNumber(view, m.ply), m.san));
  }

  private looked(says: string): void {
    this.refusal = null;
    this.tried = null;
    this.status = says;
    void this.refreshThreats();
    void this.askPlace();
    this.changed();
  }

  /** Goes through the line that is looked at: that of the game, or a variation, which ends where it begins. */
  walk(to: "first" | "previous" | "next" | "last"): void {
    const { view, variation: here } = this;
    if (!view) return;
    const end = view.line.length;
    let m: TreeMove | null | undefined = null;
    if (here && to === "previous") m = here.parent;
    if (here && to === "next") m = here.children[0] ?? here;
    if (here && to === "last") for (m = here; m.children[0]; ) m = m.children[0];
    // What a file has behind the end of the game.
    if (!here && to === "next" && this.shownPly === end && view.stage === "over") m = this.shownMove?.children[0];
    if (m) this.lookAtMove(m);
    else this.lookAt({ first: 0, previous: this.shownPly - 1, next: this.shownPly + 1, last: end }[to]);
  }

  /** Looks at what else could be played in place of the move that is looked at. */
  lookBeside(step: 1 | -1): void {
    const m = this.shownMove;
    const others = m?.parent?.children ?? [];
    const next = m && others[others.indexOf(m) + step];
    if (next) this.lookAtMove(next);
    else this.say(texts.remarks.noOther, "note");
  }

  /** Changes what is said of a move, or the variations. */
  annotate(at: string, change: TreeChange): void {
    // What comes next is written upon it, though the answer is not there yet.
    if (this.submit({ do: "annotate", at, change })) this.tree?.write(at, change);
    else this.tried = null;
    this.changed();
  }

  /** Tries a move in the position shown, beside the game: goes to it, or has the server judge and add it. */
  tryMove(m: string): void {
    const { shownMove: at, place, view } = this;
    if (!at || !view) return;
    const isEnd = view.stage === "over" && at === this.tree?.onLine(view.line);
    const known = followers(at, isEnd).find(({ uci, san }) => uci === m || withoutCheck(san) === withoutCheck(m));
    if (known) {
      this.lookAtMove(known);
      return;
    }
    this.tried = place && expectedMove({ fen: at.fen, dests: place.dests, effects: place.effects }, m);
    this.annotate(at.path, { play: m });
  }

  /** Games that are over, or were opened from a file, are told with what is said of their moves. */
  private get hasTree(): boolean {
    return this.view !== null && (this.view.stage === "over" || this.view.opened !== null);
  }

  /** Asks for the tree; then goes to a move of it, or stays where one is. */
  private async refreshTree(goTo?: string): Promise<void> {
    if (!this.hasTree || !(await this.annotations.refresh()) || this.isClosed) return;
    const path = goTo ?? this.variation?.path;
    const { tree } = this;
    for (const action of this.commands.unanswered) if (action.do === "annotate") tree?.write(action.at, action.change);
    this.tried = null;
    if (tree && path !== undefined) {
      const { status } = this;
      this.lookAtMove(tree.nearest(path));
      this.status = status;
    }
    void this.askPlace();
    this.changed();
  }

  private async askPlace(): Promise<void> {
    const m = this.mayAnnotate ? this.shownMove : null;
    if (!m) return;
    await this.annotations.ask(m.path);
    this.changed();
  }

  /** Sends a command, and keeps it until the server has answered; false where too much waits already. */
  submit(action: Action): boolean {
    // Quick fingers need not wait for the server.
    const isTaken = !this.pending || this.commands.wait(action);
    if (!this.pending) this.send(action, this.thinking.spent);
    else if (!isTaken) this.say(texts.net.waiting, "note");
    return isTaken;
  }

  private send(action: Action, thought: number): void {
    const view = this.view;
    if (!view) return;
    // Whoever steers two computers may look at an earlier move meanwhile.
    if (!view.exhibition && action.do !== "annotate") {
      this.looking = null;
      this.variation = null;
    }
    this.refusal = null;
    void this.refreshThreats();
    const command = { id: this.environment.newId(), version: view.version, action, node: view.state.node };
    // Of moves alone, for nothing else is charged.
    const isCharged = action.do === "move" || action.do === "pass";
    this.annotated.clear();
    this.commands.begin(isCharged ? { ...command, thought } : command);
    const { expected } = this;
    if (expected) this.environment.play(expected.isCapture ? "capture" : "move");
    this.sendPending();
    this.changed();
  }

  move(m: string): void {
    this.submit({ do: "move", move: m });
  }

  /** Plays what was chosen before it was one's turn: there is nothing to think about any more. */
  playPremove(m: string): void {
    const action: Action = { do: "move", move: m };
    if (this.pending) this.submit(action);
    else this.send(action, 0);
  }

  /** Asks why a move cannot be made, to tell and draw it. */
  async explain(m: string): Promise<void> {
    try {
      const path = this.place?.path;
      const reason = await this.environment.api.why(this.id, m, path);
      if (reason.code !== "legal") this.refuse(reason);
    } catch (error) {
      if (error instanceof Refused) this.refuse(error.reason);
    }
  }

  /** Takes the drawing of a refusal off the board. */
  forgetRefusal(): void {
    if (!this.refusal) return;
    this.refusal = null;
    this.changed();
  }

  say(says: string, kind: LogLine["kind"] = "event"): void {
    this.messages.add(says, kind, this.view?.version ?? this.messages.keptVersion ?? 0);
    this.status = says;
    this.changed();
  }

  async showThreats(side: ThreatSide | null): Promise<void> {
    this.threats.side = side;
    this.say(side ? texts.game.threatsShown[side] : texts.game.threatsHidden, "note");
    await this.refreshThreats();
  }

  async rematch(): Promise<void> {
    await this.reportFailure(() => this.environment.api.rematch(this.id));
  }

  async declineRematch(): Promise<void> {
    await this.reportFailure(() => this.environment.api.declineRematch(this.id));
  }

  private async reportFailure(ask: () => Promise<unknown>): Promise<void> {
    try {
      await ask();
    } catch (error) {
      this.say(error instanceof Error ? error.message : String(error), "refusal");
    }
  }

  private async open(): Promise<void> {
    try {
      await this.environment.api.game(this.id);
    } catch (error) {
      if (error instanceof Refused) {
        this.cannotShow(error);
        return;
      }
    }
    if (this.isClosed) return;
    this.socket = this.environment.connect(this.id, {
      message: (message) => this.receive(message),
      connected: (is, why) => this.connected(is, why),
      refused: () => void this.askWhy(),
      version: () => this.view?.version ?? 0,
    });
  }

  /** Tells why, and asks again where it may be otherwise by then. */
  private cannotShow({ reason, status }: Refused): void {
    if (this.isClosed) return;
    this.trouble = { reason, isMissing: status === 404 };
    if (isPassing(status)) this.stopAsking = this.environment.later(() => void this.open(), ASK_AGAIN);
    this.changed();
  }

  /** A socket cannot say why it was refused; the same question without it can. */
  private async askWhy(): Promise<void> {
    try {
      await this.environment.api.game(this.id);
    } catch (error) {
      if (!(error instanceof Refused) || this.isClosed) return;
      const { reason, status } = error;
      if (!isPassing(status)) this.socket?.close();
      // What is known is shown for as long as there may be more of it.
      if (!this.view || !isPassing(status)) this.trouble = { reason, isMissing: status === 404 };
      else if (reason.says !== this.toldReason) this.say(reason.says, "refusal");
      this.toldReason = reason.says;
      this.changed();
    }
  }

  private connected(is: boolean, why?: EndCause): void {
    const was = this.connection;
    this.connection = is ? "online" : "offline";
    // A server that is down stays so until it is there again.
    this.isShutDown = !is && (this.isShutDown || why === "shut-down");
    if (was === "offline" && is) this.say(texts.net.back, "note");
    if (was === "online" && !is) this.say(this.isShutDown ? texts.net.shutDown : texts.net.lost, "note");
    this.changed();
    if (why === "session-ended") this.environment.sessionEnded();
  }

  /** A game that is held, or is held no longer, has other clocks. */
  private heedHost(switches: HostSwitches): void {
    this.environment.toldByHost(switches);
    const holds = `${switches.clocks_paused} ${switches.computer_off}`;
    if (holds === this.holds) return;
    this.holds = holds;
    void this.reload();
  }

  private receive(message: FromServer): void {
    switch (message.type) {
      case "game":
        this.begin(message);
        break;
      case "entry":
        this.takeEntry(message);
        break;
      case "presence":
        if (this.view) this.view = { ...this.view, white: message.white, black: message.black };
        break;
      case "seats":
        void this.reload();
        break;
      case "rematch":
        if (this.view) this.view = { ...this.view, rematch: message.by, next: message.next };
        if (message.by && message.by !== this.side) this.say(texts.game.rematchWanted(message.by), "note");
        break;
      case "busy":
        // The next entry takes it out of the status line.
        if (this.view?.version === message.version) this.say(texts.game.computerBusy, "note");
        break;
      case "trouble":
        this.say(message.says ?? texts.game.keptAgain, "note");
        break;
      case "host": {
        const { type: _, ...switches } = message;
        this.heedHost(switches);
        break;
      }
      case "pong":
        this.time.heard(message.now);
        if (this.view && message.version > this.view.version) this.askForMissing();
        return;
      case "accepted":
        // Otherwise its entry is still to come, and settles it.
        if (this.pending?.id === message.id && (this.view?.version ?? 0) >= message.version) this.settle();
        break;
      case "failed":
        this.failed(message.id, message.failure);
        break;
    }
    this.changed();
  }

  private begin(view: GameView): void {
    const isFirst = this.view === null;
    this.time.heard(view.now);
    this.view = { ...view, line: withPosition(view.line, view.state) };
    this.thinking.arrived(view.version);
    this.resets += 1;
    this.looking = null;
    if (isFirst) void this.tellMissed(view);
    // What was said before, such as that a file was opened, stays in the status line.
    if (isFirst && this.log.length === 0) {
      this.say(this.greeting(view), "note");
      this.status = "";
    }
    this.trouble = null;
    this.toldReason = "";
    this.late = null;
    this.asked = -1;
    this.sendPending();
    void this.learnReach();
    void this.refreshThreats();
    void this.refreshTree();
  }

  /** Tells what happened while the page was loaded anew. */
  private async tellMissed({ version }: GameView): Promise<void> {
    const since = this.messages.keptVersion;
    if (since === null || since >= version) return;
    const at = this.log.length;
    try {
      const missed = (await this.environment.api.entries(this.id, since)).filter((entry) => entry.type === "entry");
      const before = missed.filter((entry) => entry.version <= version);
      this.messages.insert(
        at,
        before.map(({ says }) => says),
        this.view?.version ?? version,
      );
      this.changed();
    } catch {
      // The moves are in the list all the same.
    }
  }

  private greeting(view: GameView): string {
    if (view.state.ending) return view.state.ending.says;
    if (view.stage === "open") return texts.game.waiting;
    if (view.exhibition?.pause) return view.exhibition.pause.says;
    return texts.game.toMove[view.state.turn];
  }

  private takeEntry(entry: Extract<FromServer, { type: "entry" }>): void {
    const { view, pending } = this;
    const isOthers = pending && entry.id !== pending.id && entry.version > pending.version;
    if (isOthers && entry.annotated !== undefined) this.annotated.add(entry.annotated);
    if (!view || entry.version <= view.version) return;
    if (entry.version > view.version + 1) {
      this.askForMissing();
      return;
    }
    this.time.heard(entry.now);
    const before = view.state.fen;
    const line = [...view.line.slice(0, entry.line.keep), ...withPosition(entry.line.add, entry.state)];
    const wasAtEnd = this.looking === null;
    const wasHeard = this.pending?.id === entry.id && this.expected !== null;
    this.view = {
      ...view,
      version: entry.version,
      now: entry.now,
      line,
      state: entry.state,
      stage: entry.state.ending ? "over" : "live",
      exhibition: entry.exhibition ?? view.exhibition,
    };
    this.thinking.arrived(entry.version);
    // How a game ended is seen by whoever looked back as well.
    const isGone = !wasAtEnd && (this.looking ?? 0) > line.length;
    const hasEnded = entry.happened.includes("ended");
    if (isGone || hasEnded) this.looking = null;
    if (hasEnded) this.variation = null;
    this.refusal = null;
    this.resets += 1;
    const own = this.pending?.id === entry.id ? this.pending.action : null;
    if (own) this.settle();
    this.say(entry.says);
    this.followTree(entry, own);
    this.sound(before, entry.happened, wasHeard);
    if (this.isMyMove && entry.happened.includes("moved")) this.environment.notify(`${texts.game.yourMove} ${entry.says}`);
    this.judgeLate();
    void this.refreshThreats();
  }

  /** The tree after an entry: what is said in it the server tells, what was played is known. */
  private followTree({ annotated, happened, line }: Extract<FromServer, { type: "entry" }>, own: Action | null): void {
    const { view, tree } = this;
    if (!view) return;
    const isLonger = annotated === undefined && !happened.includes("ended") && line.add.length > 0;
    const before = isLonger ? tree?.onLine(view.line.slice(0, line.keep)) : null;
    if (before?.children.length === 0) tree?.addLine(view.line);
    else void this.refreshTree(own?.do === "annotate" && changesMoves(own.change) ? annotated : undefined);
  }

  /** Of a move that was shown before, only what was not known then is heard. */
  private sound(before: string, happened: string[], wasHeard: boolean): void {
    const state = this.view?.state;
    if (!state || happened.includes("annotated")) return;
    if (happened.includes("ended")) this.environment.play("end");
    else if (state.check && happened.includes("moved")) this.environment.play("check");
    else if (happened.includes("moved") && wasHeard) return;
    else if (happened.includes("moved") || happened.includes("redone"))
      this.environment.play(menOf(state.fen).length < menOf(before).length ? "capture" : "move");
    else if (happened.includes("undone") || happened.includes("went_to")) this.environment.play("move");
    else this.environment.play("notice");
  }

  /** Once for each version: where an answer brought nothing, the next ping of the socket is soon enough. */
  private askForMissing(): void {
    const version = this.view?.version ?? 0;
    if (this.asked >= version) return;
    this.asked = version;
    this.socket?.ping();
  }

  private failed(id: string | null, failure: Failure): void {
    for (const entry of failure.missing ?? []) if (entry.type === "entry") this.takeEntry(entry);
    const isPending = id !== null && this.pending?.id === id;
    if (isPending && failure.error.code === "stale") {
      this.late = failure;
      this.judgeLate();
      if (this.late) this.askForMissing();
    } else if (isPending) {
      this.refusePending(failure.error);
    } else {
      this.refuse(failure.error);
    }
  }

  /** Sends a command that came too late upon what is known now, or refuses it; not before all is known that came first. */
  private judgeLate(): void {
    const { view, pending, late } = this;
    if (!view || !pending || !late) return;
    if (late.version !== undefined && view.version < late.version) return;
    this.late = null;
    if (!stillFits(pending, view, this.annotated)) {
      this.refusePending(late.error);
      return;
    }
    this.commands.rebase(view.version);
    this.sendPending();
  }

  private refusePending(reason: Reason): void {
    const wasWriting = this.pending?.action.do === "annotate";
    const next = this.commands.drop(reason.code === "stale");
    this.tried = null;
    if (wasWriting) void this.refreshTree();
    this.resets += 1;
    if (next) this.send(next, 0);
    this.refuse(reason);
  }

  private refuse(reason: Reason): void {
    this.refusal = reason;
    this.environment.play("refusal");
    this.say(reason.says, "refusal");
  }

  private settle(): void {
    this.late = null;
    const next = this.commands.settle();
    // It was chosen before this version was there.
    if (next) this.send(next, 0);
  }

  private sendPending(): void {
    if (!this.pending) return;
    const { node: _, ...command } = this.pending;
    this.socket?.send({ type: "command", ...command });
  }

  /** Asks for the game anew. */
  async reload(): Promise<void> {
    try {
      const view = await this.environment.api.game(this.id);
      const hadBegun = this.view?.stage !== "open";
      this.view = { ...view, line: withPosition(view.line, view.state) };
      this.thinking.arrived(view.version);
      this.time.heard(view.now);
      this.resets += 1;
      void this.learnReach();
      void this.refreshTree();
      if (!hadBegun && view.stage === "live") {
        this.environment.play("notice");
        const says = texts.game.begins(view.white.name, view.black.name);
        this.say(says);
        this.environment.notify(says);
      }
      this.changed();
    } catch (error) {
      // What is gone stays so; otherwise a new connection finds out.
      if (error instanceof Refused && error.status === 404) {
        this.socket?.close();
        this.cannotShow(error);
      } else this.socket?.restart();
    }
  }

  /** Whoever plays one side may move in advance. */
  private async learnReach(): Promise<void> {
    const role = this.view?.stage === "live" ? this.view.you.role : null;
    if (role !== "white" && role !== "black") return;
    await this.reach.learn(role);
    this.changed();
  }

  private async refreshThreats(): Promise<void> {
    // Beside the game nobody has counted.
    if (this.variation) return;
    await this.threats.refresh(() => this.shownNode);
    this.changed();
  }

  private changed(): void {
    for (const listener of [...this.listeners]) listener();
  }
}

/** A move as it may also be typed. */
function withoutCheck(san: string): string {
  return san.replace(/[+#]$/, "");
}

function lookingAt(view: GameView, ply: number): string {
  const m = view.line[ply - 1];
  return m ? texts.game.lookingAt(moveNumber(view, ply), m.san) : texts.game.lookingAtStart;
}

/** Whether the same question may be answered otherwise in a while. */
function isPassing(status: number): boolean {
  return status === 429 || status >= 500;
}
