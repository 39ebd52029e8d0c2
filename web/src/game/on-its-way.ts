import type { Action, GameView, Side } from "../protocol";
import { texts } from "../texts";
import type { ExpectedMove } from "./expected-move";
import { otherSide } from "./men";

/** A game of which something is on its way to the server. */
interface AskedGame {
  readonly view: GameView | null;
  readonly unanswered: Action[];
  /** What will change the position. */
  readonly nextChange: Action | null;
  /** The move that is shown as made. */
  readonly expected: ExpectedMove | null;
  readonly isCutOff: boolean;
}

/** From when on it is said that a move is on its way: before that nobody has missed the answer. */
const LATE_AFTER = 1000;

/** Notices that the server has not answered a command for a while, though the line seems to be open. */
export class LateWatch {
  private watched: string | null = null;
  private late: string | null = null;
  private stop: (() => void) | null = null;

  constructor(
    private readonly later: (run: () => void, wait: number) => () => void,
    private readonly tell: () => void,
  ) {}

  /** A command was sent; one that is sent again has been on its way since the first time. */
  sent(id: string): void {
    if (id === this.watched) return;
    this.close();
    this.watched = id;
    this.stop = this.later(() => {
      this.late = id;
      this.tell();
    }, LATE_AFTER);
  }

  isLate(id: string | undefined): boolean {
    return id !== undefined && id === this.late;
  }

  close(): void {
    this.stop?.();
    this.stop = null;
  }
}

/** Whether a move that is shown as made will be known to the server in a moment. */
export function isMoveOnItsWay({ expected, isCutOff }: AskedGame): boolean {
  return expected !== null && !isCutOff;
}

/** Whose turn it is, as it is shown: a move that was made is made, though the server has not said so yet, unless it has to wait. */
export function shownTurn(game: AskedGame): Side | null {
  const turn = game.view?.state.turn ?? null;
  return turn && isMoveOnItsWay(game) ? otherSide(turn) : turn;
}

/** A typed move on its way that cannot be shown, because only the server can tell which it is. */
function unshownMove({ nextChange: change, expected }: AskedGame): string | null {
  return change?.do === "move" && !expected ? change.move : null;
}

/** That a move is on its way, in words: of a typed one that cannot be shown at once, of others when the answer is missed. */
export function onItsWayWords(game: AskedGame & { readonly isLate: boolean }): string | null {
  const unshown = unshownMove(game);
  if (unshown) return texts.game.onItsWay(unshown);
  return game.expected && (game.isCutOff || game.isLate) ? texts.game.moveOnItsWay : null;
}

/** What becomes of what the server was asked and cannot answer at the moment, in words; nothing where nothing waits. */
export function waitingWords(game: AskedGame): string | null {
  const t = texts.net;
  const action = game.nextChange ?? game.unanswered[0];
  if (!action || !game.isCutOff) return null;
  if (action.do === "move") return game.expected ? t.moveWaits : t.typedWaits(action.move);
  return action.do === "resign" ? t.resignationWaits : t.commandWaits;
}
