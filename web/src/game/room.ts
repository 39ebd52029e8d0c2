import type { Study } from "../analysis/study";
import type { Dests } from "../board/dests";
import { language } from "../language";
import { Refused } from "../net/http";
import type { EndCause } from "../net/socket";
import type { Action, Failure, FromServer, GameView, HostSwitches, Reason, Side, ThreatsView } from "../protocol";
import { texts } from "../texts";
import { Analysis } from "./analysis";
import { CommandQueue, stillFits } from "./command-queue";
import type { Pending } from "./command-queue";
import { ConnectionWatch } from "./connection-watch";
import type { Connection } from "./connection-watch";
import { soundOf } from "./entry-sound";
import type { Environment, RoomSocket } from "./environment";
import { changesPosition, expectedMove } from "./expected-move";
import type { ExpectedMove } from "./expected-move";
import { greetingOf } from "./greeting";
import { Hints } from "./hints";
import { withPosition } from "./line";
import { MessageLog } from "./message-log";
import type { LogLine } from "./message-log";
import { tellMissed, unheardSince } from "./missed-entries";
import { LateWatch, onItsWayWords, waitingWords } from "./on-its-way";
import { holderName, isEngagedIn, sideOf } from "./part";
import { Reach } from "./reach";
import { ServerTime } from "./server-time";
import { Thinking } from "./thinking";
import { Threats } from "./threats";
import type { ThreatSide } from "./threats";
import type { GameTree } from "./tree";
import { typedMove } from "./typed-move";
import { Viewpoint } from "./viewpoint";
import type { WalkStep } from "./viewpoint";

/** Why there is no game to show. */
export type Trouble = { reason: Reason; isMissing: boolean };

/** How long to wait before a game is asked for again that the server could not show. */
const ASK_AGAIN = 5000;

/** A game as this window knows it: what the server told, what is on its way there, and what is looked at. */
export class Room {
  view: GameView | null = null;
  /** The last result, for the status line. */
  status = "";
  /** Why the last move was refused, for as long as it is drawn. */
  refusal: Reason | null = null;
  trouble: Trouble | null = null;
  /** Counts what the board must take back, such as a refused move that it shows already. */
  resets = 0;
  readonly time: ServerTime;
  /** Which position is looked at. */
  readonly viewpoint: Viewpoint;
  /** What is said of the moves, and tried beside them. */
  readonly analysis: Analysis;
  readonly hints: Hints;
  /** The analysis by an engine, while it is open. */
  study: Study | null = null;

  private readonly line: ConnectionWatch;
  private readonly lateWatch: LateWatch;
  private readonly messages: MessageLog;
  private readonly commands: CommandQueue;
  private readonly reach: Reach;
  private readonly threats: Threats;
  /** The moves of which others wrote something since the command on its way was given. */
  private readonly annotated = new Set<string>();
  private readonly thinking: Thinking;
  private socket: RoomSocket | null = null;
  /** The answer to a command that came too late, until everything is known that happened before it. */
  private late: Failure | null = null;
  /** Upon which version the server was last asked for what is missing. */
  private asked = -1;
  /** Why the server refuses to go on, where that was told. */
  private toldReason = "";
  isClosed = false;
  /** Whether the connection has told the game: before that it is shown as it was asked for. */
  private hasBegun = false;
  /** Whether the host holds games of some kind. */
  private holds = "false false";
  private stopAsking: (() => void) | null = null;
  private readonly listeners = new Set<() => void>();

  constructor(
    readonly id: string,
    private readonly environment: Environment,
    /** The game as the server answered whoever made it: nobody needs to ask for it. */
    made: GameView | null = null,
  ) {
    this.time = new ServerTime(() => environment.now());
    this.line = new ConnectionWatch({ later: (run, wait) => environment.later(run, wait), say: (says) => this.say(says, "note") });
    this.lateWatch = new LateWatch(
      (run, wait) => environment.later(run, wait),
      () => this.tellLate(),
    );
    this.messages = new MessageLog(id, environment.storage);
    this.commands = new CommandQueue(id, environment.storage);
    this.thinking = new Thinking(environment);
    this.reach = new Reach(() => environment.api.reach(id));
    this.threats = new Threats((node) => environment.api.threats(id, node));
    this.viewpoint = new Viewpoint(this, (says) => this.looked(says));
    this.analysis = new Analysis(this, environment.api, environment.storage);
    this.hints = new Hints(this, environment.api);
    void this.open(made);
  }

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  close(): void {
    this.isClosed = true;
    this.study?.close();
    this.analysis.close();
    this.stopAsking?.();
    this.line.close();
    this.lateWatch.close();
    this.socket?.close();
    this.listeners.clear();
  }

  get side(): Side | null {
    return this.view && sideOf(this.view);
  }

  get isPlayer(): boolean {
    return this.view !== null && this.view.you.role !== "spectator";
  }

  get connection(): Connection {
    return this.line.connection;
  }

  get isCutOff(): boolean {
    return this.line.isCutOff;
  }

  /** Whether the answer to the command on its way is missed, though the line is not known to be cut. */
  get isLate(): boolean {
    return this.lateWatch.isLate(this.pending?.id);
  }

  get isShutDown(): boolean {
    return this.line.isShutDown;
  }

  /** What was said in the game. */
  get log(): LogLine[] {
    return this.messages.lines;
  }

  get isEngaged(): boolean {
    return this.view !== null && isEngagedIn(this.view);
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

  /** All moves with what is said of them, where that is told. */
  get tree(): GameTree | null {
    return this.analysis.tree;
  }

  /** A command that the server has not answered yet. */
  get pending(): Pending | null {
    return this.commands.pending;
  }

  /** What the server was asked and has not answered, in order. */
  get unanswered(): Action[] {
    return this.commands.unanswered;
  }

  /** What the server was asked first that will change the position; nothing where it has changed already. */
  get nextChange(): Action | null {
    const { view, pending } = this;
    if (!view || !pending || pending.node !== view.state.node) return null;
    return this.unanswered.find(changesPosition) ?? null;
  }

  /** Whether the position is about to be another one, so that where men may go in it is of no use any more. */
  get isAwaitingPosition(): boolean {
    return this.nextChange !== null;
  }

  /** The move that is shown as made though the server has not answered yet. */
  get expected(): ExpectedMove | null {
    const change = this.nextChange;
    if (!this.view || change?.do !== "move") return null;
    const { state } = this.view;
    return expectedMove(state, typedMove(change.move, state, language) ?? change.move);
  }

  get threatSide(): ThreatSide | null {
    return this.threats.side;
  }

  /** Where the men of a side that waits may be put in advance. */
  targetsInAdvance(side: Side): Dests | "anywhere" {
    return (this.view && this.reach.of(this.view.state.fen, side)) ?? "anywhere";
  }

  /** The threats in the position shown, as soon as they are known. */
  get shownThreats(): ThreatsView | null {
    return this.viewpoint.variation ? null : this.threats.at(this.viewpoint.node);
  }

  private looked(says: string | null): void {
    this.refusal = null;
    // Whoever looks elsewhere sees that, not what was tried.
    if (says !== null) this.analysis.tried.clear();
    this.status = says ?? this.status;
    void this.refreshThreats();
    void this.analysis.askPlace();
    this.changed();
  }

  /** Goes through the line that is looked at. */
  walk(to: WalkStep): void {
    if (!this.study?.walk(to)) this.viewpoint.walk(to);
  }

  /** Looks at what else could be played in place of the move that is looked at. */
  lookBeside(step: 1 | -1): void {
    if (!this.viewpoint.lookBeside(step)) this.say(texts.remarks.noOther, "note");
  }

  /** Sends a command, and keeps it until the server has answered; false where too much waits already. */
  submit(action: Action): boolean {
    // Quick fingers need not wait for the server.
    const isTaken = !this.pending || this.commands.wait(action);
    if (!this.pending) this.send(action, this.thinking.spent);
    else if (!isTaken) this.say(texts.net.waiting, "note");
    // Those who do not see the panel hear it once.
    const waits = isTaken ? waitingWords(this) : null;
    if (waits) this.messages.add(waits, "note", this.view?.version ?? 0);
    return isTaken;
  }

  private send(action: Action, thought: number): void {
    const view = this.view;
    if (!view) return;
    // Whoever steers two computers may look at an earlier move meanwhile.
    if (!view.exhibition && action.do !== "annotate") this.viewpoint.leave();
    this.refusal = null;
    void this.refreshThreats();
    const command = { id: this.environment.newId(), version: view.version, action, node: view.state.node };
    // Of moves alone, for nothing else is charged.
    const isCharged = action.do === "move" || action.do === "pass";
    this.annotated.clear();
    this.commands.begin(isCharged ? { ...command, thought } : command);
    if (this.expected) this.environment.play(this.expected.isCapture ? "capture" : "move");
    this.sendPending();
    this.changed();
  }

  /** The panel says that a move is on its way; those who do not see it hear it once. Of a line that is cut they are told that. */
  private tellLate(): void {
    if (!this.isLate) return;
    const says = this.connection === "offline" ? null : onItsWayWords(this);
    if (says) this.messages.add(says, "note", this.view?.version ?? 0);
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

  later(run: () => void, wait: number): () => void {
    return this.environment.later(run, wait);
  }

  /** Asks why a move cannot be made, to tell and draw it; whether it can, as far as that is known. */
  async explain(m: string): Promise<boolean> {
    const stage = this.view?.stage;
    const path = this.study?.trial ? this.study.path : this.analysis.place?.path;
    // Of a position that this window alone has, nobody else knows anything.
    if (path === null) return false;
    try {
      const reason = await this.environment.api.why(this.id, m, path);
      if (reason.code !== "legal" && this.view?.stage === stage) this.refuse(reason);
      return reason.code === "legal";
    } catch (error) {
      if (error instanceof Refused) this.refuse(error.reason);
      else this.say(texts.net.cannotAsk(m), "note");
      return !(error instanceof Refused);
    }
  }

  /** Takes the drawing of a refusal off the board. */
  forgetRefusal(): void {
    if (!this.refusal) return;
    this.refusal = null;
    this.changed();
  }

  /** A game that has ended is seen without what was told of it before. */
  private forgetDrawn(): void {
    this.refusal = null;
    this.hints.forget();
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

  private async open(made: GameView | null = null): Promise<void> {
    try {
      // It is shown at once: who is far away waits for a connection.
      this.know(made ?? (await this.environment.api.game(this.id)));
      this.trouble = null;
      this.changed();
    } catch (error) {
      if (error instanceof Refused) return this.cannotShow(error);
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
  private cannotShow({ reason, isMissing, isPassing }: Refused): void {
    if (this.isClosed) return;
    this.trouble = { reason, isMissing };
    if (isPassing) this.stopAsking = this.environment.later(() => void this.open(), ASK_AGAIN);
    this.changed();
  }

  /** A socket cannot say why it was refused; the same question without it can. */
  private async askWhy(): Promise<void> {
    try {
      await this.environment.api.game(this.id);
    } catch (error) {
      if (!(error instanceof Refused) || this.isClosed) return;
      const { reason, isMissing, isPassing } = error;
      if (!isPassing) this.socket?.close();
      // What is known is shown for as long as there may be more of it.
      if (!this.view || !isPassing) this.trouble = { reason, isMissing };
      else if (reason.says !== this.toldReason) this.say(reason.says, "refusal");
      this.toldReason = reason.says;
      this.changed();
    }
  }

  private connected(is: boolean, why?: EndCause): void {
    // A room that is left hangs up itself; and where nothing was shown, nothing is lost.
    if (this.isClosed || (!is && !this.view)) return;
    if (is) this.line.found(this.toldReason !== "");
    else this.line.lost(why);
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
        if (!this.view) break;
        this.view = { ...this.view, rematch: message.by, next: message.next };
        if (message.by && message.by !== this.side) this.say(texts.game.rematchWanted(holderName(this.view, message.by)), "note");
        // What is asked has a place of its own in the panel.
        if (this.isPlayer) this.status = "";
        else if (message.next && !this.isPlayer) this.say(texts.game.rematchBegun, "note");
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
        if (this.pending?.id === message.id && (this.view?.version ?? 0) >= message.version) this.wasAccepted(this.pending.action);
        break;
      case "failed":
        this.failed(message.id, message.failure);
        break;
    }
    this.changed();
  }

  private begin(view: GameView): void {
    const isFirst = !this.hasBegun;
    const since = unheardSince(view, isFirst ? null : this.view, this.messages.keptVersion);
    this.hasBegun = true;
    this.know(view);
    // What was said before, such as that a file was opened, stays in the status line.
    if (isFirst && this.log.length === 0) {
      this.say(greetingOf(view), "note");
      this.status = "";
    }
    void this.tellMissed(view, since, !isFirst);
    this.trouble = null;
    this.toldReason = "";
    this.late = null;
    this.asked = -1;
    this.sendPending();
    void this.learnReach();
    void this.refreshThreats();
    void this.analysis.refresh();
  }

  /** The game is as the server tells. Where its rematch is, whoever watches is told once. */
  private know(view: GameView): void {
    this.time.heard(view.now);
    const hasEnded = view.stage === "over" && this.view?.stage === "live";
    if (hasEnded) this.forgetDrawn();
    const next = view.next ?? this.view?.next ?? null;
    this.view = { ...view, next, line: withPosition(view.line, view.state) };
    this.viewpoint.follow(hasEnded);
    this.thinking.arrived(view.version);
    this.resets += 1;
  }

  /** Tells what happened while the page was loaded anew, or the connection was lost: then somebody may look elsewhere. */
  private async tellMissed(view: GameView, since: number | null, wasHere: boolean): Promise<void> {
    const last = (await tellMissed(this.messages, (from) => this.environment.api.entries(this.id, from), since, view)).at(-1);
    if (wasHere && this.isMyMove && last?.happened.includes("moved")) this.environment.notify(`${texts.game.yourMove} ${last.says}`);
    this.changed();
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
    const hasEnded = entry.happened.includes("ended");
    if (hasEnded) this.forgetDrawn();
    this.viewpoint.follow(hasEnded);
    this.refusal = null;
    this.resets += 1;
    const own = this.pending?.id === entry.id ? this.pending.action : null;
    if (own) this.settle();
    // What is put back edit by edit is told once, when all of it is there.
    if (!own || !this.analysis.history.isRunning) this.say(entry.says);
    // How it ended, and what is asked, has a place of its own in the panel.
    const isAsked = !entry.happened.includes("moved") && Boolean(entry.state.draw_offer || entry.state.takeback);
    if (hasEnded || isAsked) this.status = "";
    this.analysis.follow(entry, own);
    const sound = soundOf(before, entry.state, entry.happened, wasHeard);
    if (sound) this.environment.play(sound);
    if (this.isMyMove && entry.happened.includes("moved")) this.environment.notify(`${texts.game.yourMove} ${entry.says}`);
    this.judgeLate();
    void this.refreshThreats();
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
    this.commands.rebase(view);
    this.sendPending();
  }

  private refusePending(reason: Reason): void {
    const wasWriting = this.pending?.action.do === "annotate";
    const next = this.commands.drop(reason.code === "stale");
    if (wasWriting) this.analysis.refused();
    this.resets += 1;
    if (next) this.send(next, 0);
    this.refuse(reason);
  }

  refuse(reason: Reason): void {
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

  /** Its entry came with the whole game, after a connection was lost. */
  private wasAccepted(own: Action): void {
    this.settle();
    this.analysis.wasAccepted(own);
  }

  private sendPending(): void {
    if (!this.pending) return;
    const { node: _, ...command } = this.pending;
    this.socket?.send({ type: "command", ...command });
    this.lateWatch.sent(command.id);
  }

  /** Asks for the game anew. */
  async reload(): Promise<void> {
    try {
      const view = await this.environment.api.game(this.id);
      const hadBegun = this.view?.stage !== "open";
      this.know(view);
      void this.learnReach();
      void this.analysis.refresh();
      if (!hadBegun && view.stage === "live") {
        this.environment.play("notice");
        const says = texts.game.begins(view.white.name, view.black.name);
        this.say(says);
        this.environment.notify(says);
      }
      this.changed();
    } catch (error) {
      // What is gone stays so; otherwise a new connection finds out.
      if (error instanceof Refused && error.isMissing) {
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
    if (this.viewpoint.variation) return;
    await this.threats.refresh(() => this.viewpoint.node);
    this.changed();
  }

  /** Tells everybody who shows the game that something in it has changed. */
  changed(): void {
    for (const listener of [...this.listeners]) listener();
  }
}
