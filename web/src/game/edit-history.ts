import type { Action, GameView } from "../protocol";
import { texts } from "../texts";
import type { CommandStorage } from "./command-queue";
import { inverseOfAddition, promotedPath } from "./inverse";
import type { TreeEdit } from "./inverse";
import { changesMoves } from "./tree";
import type { GameTree } from "./tree";

/** What a history needs of the game whose tree is edited. */
export interface EditedGame {
  readonly id: string;
  readonly view: GameView | null;
  /** Sends a command; false where too much waits already. */
  submit(action: Action): boolean;
  say(says: string, kind: "note"): void;
  /** Runs something later, unless what is given back is called before. */
  later(run: () => void, wait: number): () => void;
}

/** An edit that was made, and what puts back what was before. */
type EditStep = {
  edit: TreeEdit;
  /** Nothing where that cannot be done, or is known only when the edit was made. */
  inverse: TreeEdit[] | null;
  /** What is said when it is made, where that is more than the server says. */
  says: string | null;
  /** Whether the server has made it. */
  isMade?: boolean;
};

/** What is kept over a reload: in which game, and upon which version of it. */
type KeptEdits = { game: string; version: number; done: EditStep[]; undone: EditStep[]; isLast: boolean };

type Run = { step: EditStep; left: TreeEdit[]; is: "undo" | "redo" };

/** How many edits can be taken back. */
const MOST = 50;
/** Between two edits of one that is put back: a server listens to so many at once and no more. */
const PAUSE = 30;
const PLACE = "tabiya.edits";

/**
 * The edits of the tree that a window has made while nothing else happened in the game, to be taken back and made again. The server
 * knows no way back, so that what was before is written anew, edit by edit. Those of the game that was written in last are there
 * again after a reload.
 */
export class EditHistory {
  private done: EditStep[] = [];
  private undone: EditStep[] = [];
  private running: Run | null = null;
  /** Whether an edit is the last thing that was done: then no move is meant by whoever takes something back. */
  private isLast = false;
  private stopNext: (() => void) | null = null;
  private isResumed = false;

  constructor(
    private readonly game: EditedGame,
    private readonly storage: CommandStorage,
  ) {}

  /** Takes up what was kept before the page was loaded anew, unless something else has happened in the game meanwhile. */
  resume(): void {
    const { id, view } = this.game;
    if (this.isResumed || !view) return;
    this.isResumed = true;
    const kept = this.kept();
    if (kept?.game !== id || kept.version !== view.version) return;
    this.done = kept.done;
    this.undone = kept.undone;
    this.isLast = kept.isLast;
  }

  /** The window leaves the game; whoever comes back may still find what was kept. */
  close(): void {
    this.running = null;
    this.stopNext?.();
  }

  get canUndo(): boolean {
    return !this.running && this.done.at(-1)?.inverse != null;
  }

  /** Whether an edit is being taken back or made again. */
  get isRunning(): boolean {
    return this.running !== null;
  }

  /** An edit is on its way. */
  record(edit: TreeEdit, inverse: TreeEdit[] | null, says: string | null): void {
    this.done = [...this.done, { edit, inverse, says }].slice(-MOST);
    this.undone = [];
    this.isLast = true;
    this.keep();
  }

  /** Something else has happened in the game. */
  forget(): void {
    this.done = [];
    this.undone = [];
    this.running = null;
    this.isLast = false;
    this.stopNext?.();
    this.keep();
  }

  /**
   * An edit of this window was made in a tree, and is about a move. Gives the move to look at then, which is nothing where one stays;
   * or that there is more to come.
   */
  made(edit: TreeEdit, about: string, before: GameTree | null): { goTo: string | undefined } | "more" {
    const { running } = this;
    if (running?.left.length) {
      this.stopNext = this.game.later(() => this.sendNext(), PAUSE);
      return "more";
    }
    if (running) this.finish(running);
    else this.learn(edit, about, before);
    this.keep();
    const { change } = edit;
    if (running?.is === "undo") return { goTo: isAddition(running.step.edit) ? about : running.step.edit.at };
    const promoted = change === "promote" ? before?.find(edit.at) : null;
    return { goTo: promoted ? promotedPath(promoted) : changesMoves(change) || running ? about : undefined };
  }

  /** Takes the last edit back; whether that was meant, or only a move can be. */
  undo(): boolean {
    if (!this.isLast) return false;
    if (this.running) return true;
    const step = this.done.at(-1);
    if (step?.inverse?.length) {
      this.done.pop();
      this.run({ step, left: step.inverse, is: "undo" });
      return true;
    }
    // Said once: whoever goes on then means the moves of the game.
    this.forget();
    this.game.say(step ? texts.remarks.cannotUndo : texts.remarks.nothingToUndo, "note");
    return true;
  }

  /** Makes an edit again that was taken back; whether there is one. */
  redo(): boolean {
    if (this.running) return true;
    const step = this.undone.pop();
    if (step) this.run({ step, left: [step.edit], is: "redo" });
    return step !== undefined;
  }

  private run(run: Run): void {
    this.running = run;
    this.keep();
    this.sendNext();
  }

  private sendNext(): void {
    const [edit, ...left] = this.running?.left ?? [];
    if (!this.running || !edit) return;
    this.running = { ...this.running, left };
    if (!this.game.submit({ do: "annotate", ...edit })) this.forget();
  }

  private finish({ step, is }: Run): void {
    this.running = null;
    (is === "undo" ? this.undone : this.done).push(step);
    this.game.say(is === "undo" ? texts.remarks.undone : texts.remarks.redone, "note");
  }

  private learn(edit: TreeEdit, about: string, before: GameTree | null): void {
    const step = this.done.find((step) => isSameEdit(step.edit, edit) && !step.isMade);
    if (!step) return;
    step.isMade = true;
    if (before && isAddition(edit)) step.inverse = inverseOfAddition(before, edit, about);
    if (step.says) this.game.say(step.says, "note");
  }

  /** Half of what is put back edit by edit is nothing that one could go on with. */
  private keep(): void {
    const { id, view } = this.game;
    const { done, undone, isLast } = this;
    const isWorthIt = !this.running && (done.length > 0 || undone.length > 0);
    try {
      if (view && isWorthIt)
        this.storage.setItem(PLACE, JSON.stringify({ game: id, version: view.version, done, undone, isLast } satisfies KeptEdits));
      else if (this.kept()?.game === id) this.storage.removeItem(PLACE);
    } catch {
      // Without storage it lasts as long as the page.
    }
  }

  private kept(): KeptEdits | null {
    try {
      const kept = JSON.parse(this.storage.getItem(PLACE) ?? "null") as Partial<KeptEdits> | null;
      const isWhole = Array.isArray(kept?.done) && Array.isArray(kept.undone) && typeof kept.version === "number";
      return isWhole ? (kept as KeptEdits) : null;
    } catch {
      return null;
    }
  }
}

/** A command that waited over a reload is another object. */
function isSameEdit(one: TreeEdit, other: TreeEdit): boolean {
  return one.at === other.at && JSON.stringify(one.change) === JSON.stringify(other.change);
}

function isAddition({ change }: TreeEdit): boolean {
  return typeof change === "object" && ("play" in change || "beside" in change);
}
