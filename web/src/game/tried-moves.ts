import type { ExpectedMove } from "./expected-move";

type TriedMove = {
  /** As it is sent. */
  m: string;
  shown: ExpectedMove;
  /** Whether the server has added it, though the tree with it is not here yet. */
  isMade: boolean;
};

/** Moves that were tried beside the game, one after the other, and are shown until the tree has them: the server is asked for one at a time. */
export class TriedMoves {
  private moves: TriedMove[] = [];
  /** The way to the last one that the server has added. */
  private made = "";

  /** What is shown; nothing where the tree has everything. */
  get last(): ExpectedMove | null {
    return this.moves.at(-1)?.shown ?? null;
  }

  /** How many are shown upon the position that is looked at. */
  get count(): number {
    return this.moves.length;
  }

  add(m: string, shown: ExpectedMove): void {
    this.moves.push({ m, shown, isMade: false });
  }

  /** After which move the next one can be asked for at once; nothing while the server is still being asked. */
  get end(): string | null {
    return this.moves.every(({ isMade }) => isMade) ? this.made : null;
  }

  /** The server has added the first that it was asked for, at the end of a way: gives the one to ask for next. */
  wasMade(path: string): string | null {
    const first = this.moves.find(({ isMade }) => !isMade);
    if (first) first.isMade = true;
    this.made = path;
    return this.moves.find(({ isMade }) => !isMade)?.m ?? null;
  }

  /** The tree has what was added. */
  forgetMade(): void {
    this.moves = this.moves.filter(({ isMade }) => !isMade);
  }

  clear(): void {
    this.moves = [];
  }
}
