import { Refused } from "../net/http";
import type { http } from "../net/http";
import type { HintView, Reason } from "../protocol";
import { texts } from "../texts";
import type { LogLine } from "./message-log";
import type { Viewpoint } from "./viewpoint";

/** The game in which somebody wants to know the best move, as the room has it. */
export interface HintedGame {
  readonly id: string;
  readonly viewpoint: Viewpoint;
  readonly isAwaitingPosition: boolean;
  readonly isClosed: boolean;
  say(says: string, kind: LogLine["kind"]): void;
  refuse(reason: Reason): void;
}

/** The best move, asked for when somebody wants to know it. */
export class Hints {
  private known: HintView | null = null;
  /** The move of the tree after which a hint is looked for. */
  private asked: number | null = null;

  constructor(
    private readonly game: HintedGame,
    private readonly api: Pick<typeof http, "hint">,
  ) {}

  /** The one in the position shown, where somebody has asked for it. */
  get shown(): HintView | null {
    const { viewpoint, isAwaitingPosition } = this.game;
    return viewpoint.variation || isAwaitingPosition || this.known?.node !== viewpoint.node ? null : this.known;
  }

  /** Takes it off the board. */
  forget(): void {
    this.known = null;
  }

  /** Tells the best move and why it is good, or why that is not told. */
  async show(): Promise<void> {
    const { node, variation } = this.game.viewpoint;
    if (variation) this.game.say(texts.game.hintBeside, "note");
    else if (this.asked !== node) await this.find(node);
  }

  private async find(node: number): Promise<void> {
    this.asked = node;
    this.game.say(texts.game.hintSought, "note");
    try {
      this.take(await this.api.hint(this.game.id, node));
    } catch (error) {
      this.fail(error);
    } finally {
      if (this.asked === node) this.asked = null;
    }
  }

  private take(hint: HintView): void {
    const { isClosed, viewpoint } = this.game;
    // Whoever looks elsewhere by now has no use for it.
    if (isClosed || viewpoint.variation || hint.node !== viewpoint.node) return;
    this.known = hint;
    this.game.say(hint.says, "note");
  }

  private fail(error: unknown): void {
    if (this.game.isClosed) return;
    if (error instanceof Refused) this.game.refuse(error.reason);
    else this.game.say(error instanceof Error ? error.message : String(error), "refusal");
  }
}
