import type { Action, GameView, Submit } from "../protocol";

/** A command on its way, and upon which move of the tree it was given. */
export type Pending = Submit & { node: number };

export type CommandStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

const QUEUE_LENGTH = 8;

/**
 * What was asked of the server: one command on its way, and those that wait for its answer. The first is kept over a reload,
 * with its name: only the answer tells whether it was obeyed, and the name sees to it that it is not obeyed twice.
 */
export class CommandQueue {
  private onItsWay: Pending | null;
  private waiting: Action[] = [];
  private readonly key: string;

  constructor(
    game: string,
    private readonly storage: CommandStorage,
  ) {
    this.key = `tabiya.command.${game}`;
    this.onItsWay = pendingOf(storage.getItem(this.key));
  }

  /** The command that the server has not answered yet. */
  get pending(): Pending | null {
    return this.onItsWay;
  }

  /** What the server was asked and has not answered, in order. */
  get unanswered(): Action[] {
    return this.onItsWay ? [this.onItsWay.action, ...this.waiting] : this.waiting;
  }

  /** Puts a command on its way. */
  begin(pending: Pending): void {
    this.onItsWay = pending;
    this.storage.setItem(this.key, JSON.stringify(pending));
  }

  /** Keeps something to do for after the answer; false where too much waits already. */
  wait(action: Action): boolean {
    if (this.waiting.length >= QUEUE_LENGTH) return false;
    this.waiting.push(action);
    return true;
  }

  /** Puts the command upon the game as it is now. It was given before that was known, so no thinking belongs to it. */
  rebase({ version, state }: GameView): void {
    const pending = this.onItsWay;
    if (!pending) return;
    const rebased = { ...pending, version, node: state.node };
    this.begin(pending.thought === undefined ? rebased : { ...rebased, thought: 0 });
  }

  /** The command was obeyed: gives what is to be done next. */
  settle(): Action | null {
    this.forget();
    return this.waiting.shift() ?? null;
  }

  /**
   * The command was refused, so what was meant to follow it means nothing any more: gives what is to be done all the same. What is
   * written of moves needs nothing that comes before it, but is not written where somebody else was first.
   */
  drop(isLate: boolean): Action | null {
    const refused = this.onItsWay?.action;
    const place = isLate && refused?.do === "annotate" ? refused.at : null;
    this.forget();
    this.waiting = this.waiting.filter((action) => action.do === "annotate" && action.at !== place);
    return this.waiting.shift() ?? null;
  }

  private forget(): void {
    this.onItsWay = null;
    this.storage.removeItem(this.key);
  }
}

/**
 * Whether a command that came too late can be sent again upon what is known now: something was noted in the game, such as an
 * interruption, but it stands where it stood. Two computers are steered wherever they stand: they may move at any time. What is
 * written of a move is written though something was written of others meanwhile, but not over what somebody else wrote there.
 */
export function stillFits(pending: Pending, view: GameView, annotated: ReadonlySet<string>): boolean {
  if (pending.action.do === "annotate") return !annotated.has(pending.action.at) && view.version > pending.version;
  if (pending.action.do === "undo" && isOnlyAnswered(pending, view)) return true;
  const isMeant = view.exhibition !== null || view.state.node === pending.node;
  return !view.state.ending && isMeant && view.version > pending.version;
}

/**
 * Whether nothing came since but the computer's answer to the own move: whoever takes that move back does so with the answer. An end
 * that nothing brings back is asked about first.
 */
function isOnlyAnswered({ node }: Pending, { line, state, you, free_takeback }: GameView): boolean {
  const isAnswer = line.at(-2)?.node === node && state.turn === you.role;
  return free_takeback && isAnswer && (!state.ending || state.ending.on_board);
}

/** A command as it was kept; nothing where there is none, or what is there was not written by this program. */
function pendingOf(text: string | null): Pending | null {
  if (text === null) return null;
  try {
    const kept = JSON.parse(text) as Partial<Pending> | null;
    const isWhole = typeof kept?.id === "string" && typeof kept.version === "number" && typeof kept.action?.do === "string";
    return isWhole && typeof kept.node === "number" ? (kept as Pending) : null;
  } catch {
    return null;
  }
}
