import type { PlaceView, TreeView } from "../protocol";
import { GameTree } from "./tree";

export interface TreeApi {
  tree(id: string): Promise<TreeView>;
  treeMoves(id: string, path: string): Promise<PlaceView>;
}

/** How many places are remembered with what can be done there. */
const MOST_PLACES = 200;

/** What is said of a game's moves, and what could be played anywhere in them: asked for when somebody wants to see it. */
export class Annotations {
  tree: GameTree | null = null;
  private readonly places = new Map<string, PlaceView>();
  private asked = 0;

  constructor(
    private readonly id: string,
    private readonly api: TreeApi,
  ) {}

  /** Asks for the tree; whether there is a new one. Of several answers the last question's counts. */
  async refresh(): Promise<boolean> {
    this.asked += 1;
    const question = this.asked;
    try {
      const view = await this.api.tree(this.id);
      if (question !== this.asked) return false;
      this.tree = new GameTree(view);
      return true;
    } catch {
      // What is shown stays; the next change asks again.
      return false;
    }
  }

  /** What can be done at a place, where it is known. */
  at(path: string): PlaceView | null {
    return this.places.get(path) ?? null;
  }

  /** Asks what can be done at a place. */
  async ask(path: string): Promise<void> {
    if (this.places.has(path)) return;
    try {
      const place = await this.api.treeMoves(this.id, path);
      if (this.places.size >= MOST_PLACES) this.places.clear();
      this.places.set(path, place);
    } catch {
      // Nothing can be played there then.
    }
  }
}
