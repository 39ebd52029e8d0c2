import type { ClassicEvents, ClassicLine, ClassicWish } from "../net/classic-socket";
import type { ClassicTable, ClassicView, FromClassic, ShownSession, ToClassic } from "../protocol";
import { texts } from "../texts";

/** A piece of the screen: what the program printed, what was typed, or what was told beside the output. */
export type ScreenPiece = { key: number; kind: "said" | "typed" | "aside"; text: string };

/** What a program needs of the world around it. Tests hand in one of their own. */
export interface ClassicEnvironment {
  /** Starts a program, or takes up the one that the key is for. */
  open(name: string, wish: ClassicWish, key: string | null, events: ClassicEvents): ClassicLine;
  /** What was kept in this tab over a reload. */
  recall(): string | null;
  /** Keeps something in this tab; nothing instead of what was kept. */
  keep(text: string | null): void;
  /** Runs something again and again, until what is given back is called. */
  every(wait: number, run: () => void): () => void;
}

/** What a tab keeps of its program, to go on with it after a reload. */
type KeptProgram = {
  name: string;
  wish: OwnWish;
  key: string;
  session: number;
  typed: number | null;
  takesBack: boolean;
  isUsed: boolean;
};

/** How somebody wished to start a program for themselves. */
type OwnWish = { seed: string | null; undo: boolean };

const NO_TABLE: ClassicTable = { fen: null, setting_up: false, state: null, machine: null };
/** How much of the screen is kept. */
const MOST_SHOWN = 200_000;
/** How long one line is shown before the next is typed. */
const STEP_EVERY = 1200;

/** A classic program as one window knows it: its screen, its table, and a session of its document that is typed line by line. */
export class ClassicProgram {
  pieces: ScreenPiece[] = [];
  table: ClassicTable = NO_TABLE;
  /** Why it has ended. */
  over: string | null = null;
  /** What could not be done. */
  trouble = "";
  /** What the server has to say of the program: that it must end soon. */
  notice = "";
  /** Grows whenever the board has to show the position anew. */
  resets = 0;
  /** Which of the shown sessions is being typed, or would be. */
  session = 0;
  /** How many lines of it are typed; nothing where somebody types for themselves. */
  typed: number | null = null;
  /** Whether turns begin with taking back. */
  private takesBack = false;
  /** Whether somebody has typed something for themselves since the start. */
  private isUsed = false;
  /** Whether a line of the shown session was sent and nothing has come back since. */
  private isOnItsWay = false;
  /** Whether the connection is lost and being tried again. */
  private isLost = false;
  /** By which this program is found again. */
  private key: string | null = null;
  /** What there is to say of a program that was taken up or had to be started anew. */
  private greeting = "";
  /** How many pieces of the screen are still to come of those before the connection was there. */
  private missing = 0;
  /** Whether they were on the screen before the page was loaded anew. */
  private isRepeat = false;
  /** What was typed and not answered yet. */
  private unanswered: string[] = [];
  /** How many of these had been sent when the connection was lost. */
  private sentBefore = 0;
  private line: ClassicLine | null = null;
  private stopTimer: (() => void) | null = null;
  private keys = 0;
  private readonly listeners = new Set<() => void>();

  constructor(
    readonly view: ClassicView,
    private readonly wish: OwnWish,
    private readonly environment: ClassicEnvironment,
  ) {
    const kept = this.kept();
    if (kept) this.resume(kept);
    else this.start(null);
  }

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  close(): void {
    this.pause();
    this.line?.close();
    this.line = null;
    this.environment.keep(null);
  }

  /** Begins anew as somebody wished. */
  restart(): void {
    this.pause();
    this.start(null);
    this.changed();
  }

  /** Types a line. */
  type(line: string): void {
    this.leaveSession();
    this.send({ type: "input", text: `${line}\n` });
  }

  /** Types a move in the program's own form. */
  move(from: string, to: string, promotion: string | null): void {
    this.leaveSession();
    this.send({ type: "move", from, to, promotion });
  }

  /** Types what lets the machine move. */
  moveMachine(): void {
    if (!this.table.machine) return;
    this.leaveSession();
    this.send({ type: "input", text: this.table.machine });
  }

  endInput(): void {
    this.leaveSession();
    this.send({ type: "end" });
  }

  /** What may be typed beside moves. */
  get words(): string[] {
    return this.takesBack ? [...this.view.turn_words, ...this.view.words] : this.view.words;
  }

  /** Whether somebody plays here for themselves, so that another start would end that. */
  get isOwn(): boolean {
    return this.isUsed && this.over === null;
  }

  /** Whether new lines on the screen are news, and not a screen that is shown again. */
  get isNews(): boolean {
    return !this.isRepeat || this.missing === 0;
  }

  /** What is to be known of the program: why it has ended, what could not be done, or what else there is to say. */
  get note(): string {
    if (this.over !== null) return this.over;
    if (this.isLost) return texts.classics.reconnecting;
    return this.trouble || this.notice || this.greeting;
  }

  get isPlaying(): boolean {
    return this.stopTimer !== null;
  }

  get shown(): ShownSession | undefined {
    return this.view.shown[this.session];
  }

  /** Whether all sessions have been typed to their ends. */
  get isShownOut(): boolean {
    return this.isSessionOver && this.session === this.view.shown.length - 1;
  }

  /** What the next step does. */
  get nextStep(): string {
    const t = texts.classics;
    const { shown, typed } = this;
    if (!shown) return "";
    if (typed === null) return this.view.shown.length > 1 ? t.nextSession(shown.title) : t.nextBegin;
    if (this.isSessionOver) {
      const following = this.view.shown[this.session + 1];
      return following ? t.nextSession(following.title) : t.shownOut;
    }
    const line = shown.lines[typed];
    return line === undefined ? t.nextEnd : t.nextLine(line);
  }

  /** Types the next line of the shown session; before the first one the session begins, behind the last one the input ends. */
  step(): void {
    const { shown } = this;
    if (!shown) return;
    if (this.typed === null || this.isShownOut) this.showSession(this.isShownOut ? 0 : this.session);
    else if (this.isSessionOver) this.showSession(this.session + 1);
    else {
      const line = shown.lines[this.typed];
      this.typed += 1;
      this.isOnItsWay = true;
      this.send(line === undefined ? { type: "end" } : { type: "input", text: `${line}\n` });
    }
    if (this.isShownOut) this.pause();
    this.changed();
  }

  /** Begins one of the shown sessions. */
  showSession(session: number): void {
    this.session = session;
    this.start(0);
    this.changed();
  }

  /** Goes on by itself. */
  playOn(): void {
    this.pause();
    this.step();
    this.stopTimer = this.environment.every(STEP_EVERY, () => (this.isShownOut ? this.pause() : this.step()));
    this.changed();
  }

  pause(): void {
    this.stopTimer?.();
    this.stopTimer = null;
    this.changed();
  }

  private get isSessionOver(): boolean {
    return this.typed !== null && (this.over !== null || this.typed > (this.shown?.lines.length ?? 0));
  }

  /** Whoever types for themselves leaves the session that is shown. */
  private leaveSession(): void {
    this.pause();
    this.typed = null;
    this.isUsed = true;
  }

  private start(typed: number | null): void {
    this.clear();
    this.typed = typed;
    this.connect(null);
  }

  /** Goes on with the program that this tab had before it was loaded anew. */
  private resume(kept: KeptProgram): void {
    this.clear();
    this.session = kept.session;
    this.typed = kept.typed;
    this.isUsed = kept.isUsed;
    this.connect(kept.key);
    this.takesBack = kept.takesBack;
  }

  private clear(): void {
    this.line?.close();
    this.pieces = [];
    this.table = NO_TABLE;
    this.over = null;
    this.trouble = "";
    this.notice = "";
    this.isUsed = false;
    this.isOnItsWay = false;
    this.isLost = false;
    this.greeting = "";
    this.missing = 0;
    this.isRepeat = false;
    this.unanswered = [];
    this.sentBefore = 0;
  }

  private connect(key: string | null): void {
    const isOwn = this.typed === null;
    const fen = isOwn ? null : (this.shown?.fen ?? null);
    const wish = isOwn ? this.wish : { seed: null, undo: false };
    this.takesBack = wish.undo;
    this.key = null;
    this.line = this.environment.open(this.view.name, { ...wish, fen }, key, {
      message: (message) => this.take(message),
      connected: (isConnected) => {
        // What is typed while it is being tried again waits, and is sent then.
        if (!isConnected && !this.isLost) this.sentBefore = this.unanswered.length;
        this.isLost = !isConnected;
        this.changed();
      },
      closed: () => {
        // Whatever would be shown next has no connection either.
        if (this.over === null) this.pause();
        this.end(texts.classics.lost);
      },
    });
  }

  /** What this tab has kept of the same program. */
  private kept(): KeptProgram | null {
    try {
      const kept = JSON.parse(this.environment.recall() ?? "null") as KeptProgram | null;
      const isSame = kept?.name === this.view.name && kept.wish.seed === this.wish.seed && kept.wish.undo === this.wish.undo;
      return isSame ? kept : null;
    } catch {
      return null;
    }
  }

  private keep(): void {
    const { key, session, typed, takesBack, isUsed, wish } = this;
    if (this.over !== null) this.environment.keep(null);
    else if (key)
      this.environment.keep(JSON.stringify({ name: this.view.name, wish, key, session, typed, takesBack, isUsed } satisfies KeptProgram));
  }

  private send(message: ToClassic): void {
    this.trouble = "";
    this.greeting = "";
    if (message.type !== "end") this.unanswered.push(message.type === "input" ? message.text : message.from + message.to);
    this.line?.send(message);
    this.changed();
  }

  private take(message: FromClassic): void {
    switch (message.type) {
      case "begun":
        this.begun(message.key, message.repeated);
        break;
      case "said":
      case "typed":
      case "aside":
        this.isOnItsWay = false;
        if (message.type === "typed") this.answered();
        this.print({ key: this.keys++, kind: message.type, text: message.text });
        if (this.missing > 0) {
          this.missing -= 1;
          this.checkAnswers();
        }
        break;
      case "table":
        this.table = message;
        this.resets += 1;
        break;
      case "failed":
        if (message.error.code === "program_gone" && this.key === null) {
          this.startInstead();
          return;
        }
        this.answered();
        this.trouble = message.error.says;
        this.resets += 1;
        this.takeBackLine();
        this.pause();
        break;
      case "notice":
        this.notice = message.says;
        break;
      case "over":
        this.end(message.says);
        break;
    }
    this.changed();
  }

  /** The program is there; so many pieces of its screen follow that were there before the connection. */
  private begun(key: string, repeated: number): void {
    this.key = key;
    this.missing = repeated;
    this.isRepeat = this.pieces.length === 0;
    if (this.isRepeat && repeated > 0) this.greeting = texts.classics.resumed;
    this.checkAnswers();
  }

  private answered(): void {
    this.unanswered.shift();
    if (this.sentBefore > 0) this.sentBefore -= 1;
  }

  /** Whether what was sent before the connection was lost has arrived is known once the screen is complete. */
  private checkAnswers(): void {
    if (this.missing > 0 || this.sentBefore === 0) return;
    const [first] = this.unanswered.splice(0, this.sentBefore);
    this.sentBefore = 0;
    this.trouble = texts.classics.notTyped(first ?? "");
    this.takeBackLine();
    this.pause();
  }

  /** The program that this tab had has ended meanwhile. */
  private startInstead(): void {
    this.pause();
    this.start(null);
    this.greeting = texts.classics.newInstead;
    this.changed();
  }

  /** A line of the shown session that was not taken is the next one again. */
  private takeBackLine(): void {
    if (this.isOnItsWay && this.typed !== null) this.typed -= 1;
    this.isOnItsWay = false;
  }

  private print(piece: ScreenPiece): void {
    this.pieces = [...this.pieces, piece];
    let size = this.pieces.reduce((sum, { text }) => sum + text.length, 0);
    while (size > MOST_SHOWN && this.pieces.length > 1) size -= this.pieces.shift()?.text.length ?? 0;
  }

  /** The first reason counts: what follows is only that the connection goes. */
  private end(says: string): void {
    if (this.over !== null) return;
    // A program that was not started has said why.
    this.over = this.pieces.length === 0 && this.trouble ? this.trouble : says;
    this.trouble = "";
    const { state } = this.table;
    if (state) this.table = { ...this.table, state: { ...state, dests: undefined }, machine: null };
    if (this.isShownOut) this.pause();
    this.changed();
  }

  private changed(): void {
    this.keep();
    for (const listener of [...this.listeners]) listener();
  }
}
