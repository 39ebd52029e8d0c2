import type { Dests } from "../board/dests";
import type { ReachView, Side } from "../protocol";
import { LETTERS, menOf } from "./men";
import type { Man } from "./men";

/** Where one's men could ever go, for moves in advance: asked for once by whoever plays a side. */
export class Reach {
  private known: ReachView["men"] | null = null;
  private asked: Side | null = null;
  private last: { fen: string; targets: Dests } | null = null;

  constructor(private readonly ask: () => Promise<ReachView>) {}

  /** Asks for that of a side, unless it was asked for. */
  async learn(side: Side): Promise<void> {
    if (this.asked === side) return;
    this.asked = side;
    this.known = null;
    this.last = null;
    try {
      this.known = (await this.ask()).men;
    } catch {
      // Without it any square may be a target, and the server judges.
      this.asked = null;
    }
  }

  /** The targets of a side's men in a position; `null` where nothing is known. */
  of(fen: string, side: Side): Dests | null {
    const { known } = this;
    if (!known || this.asked !== side) return null;
    // The same value for the same position, so that the board is not drawn again.
    if (this.last?.fen !== fen) {
      const own = menOf(fen).filter((man) => man.color === side);
      const letter = (man: Man): string => (side === "white" ? LETTERS[man.role].toUpperCase() : LETTERS[man.role]);
      this.last = { fen, targets: Object.fromEntries(own.map((man) => [man.square, known[letter(man)]?.[man.square] ?? ""])) };
    }
    return this.last.targets;
  }
}
