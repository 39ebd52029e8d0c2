import type { Side, ThreatsView } from "../protocol";

/** Which threats are drawn. */
export type ThreatSide = Side | "both";

/** Who attacks what, asked for when somebody wants to see it. */
export class Threats {
  side: ThreatSide | null = null;
  private known: ThreatsView | null = null;

  constructor(private readonly ask: (node: number) => Promise<ThreatsView>) {}

  /** Those after a move of the tree, as soon as they are known. */
  at(node: number): ThreatsView | null {
    return this.known?.node === node ? this.known : null;
  }

  /** Asks for those in the position shown, unless they are known or nobody wants them. */
  async refresh(shownNode: () => number): Promise<void> {
    if (!this.side) {
      this.known = null;
      return;
    }
    const node = shownNode();
    if (this.known?.node === node) return;
    try {
      const threats = await this.ask(node);
      // Somebody who goes through the game quickly is already elsewhere.
      if (threats.node === shownNode()) this.known = threats;
    } catch {
      this.known = null;
    }
  }
}
