import type { HintView } from "../protocol";

/** The best move, asked for when somebody wants to know it. */
export class Hints {
  private known: HintView | null = null;
  /** The move of the tree after which a hint is looked for. */
  private asked: number | null = null;

  constructor(private readonly ask: (node: number) => Promise<HintView>) {}

  /** The one after a move of the tree, as soon as it is known. */
  at(node: number): HintView | null {
    return this.known?.node === node ? this.known : null;
  }

  /** Whether one is looked for there. */
  isAskedFor(node: number): boolean {
    return this.asked === node;
  }

  /** Asks for the one in the position shown; nothing where somebody looks elsewhere by the time it is there. */
  async find(shownNode: () => number): Promise<HintView | null> {
    const node = shownNode();
    this.asked = node;
    try {
      const hint = await this.ask(node);
      if (hint.node !== shownNode()) return null;
      this.known = hint;
      return hint;
    } finally {
      if (this.asked === node) this.asked = null;
    }
  }
}
