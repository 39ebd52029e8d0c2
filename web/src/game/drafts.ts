import type { CommandStorage } from "./command-queue";
import type { TreeEdit } from "./inverse";
import { LONGEST_REMARK } from "./remarks";

/** Something that is being typed of a move: in which game, of which move, and in which field. */
export type Draft = { game: string; at: string; field: string; text: string };

const PLACE = "tabiya.drafts";
/** How many are kept in a window. */
const MOST = 20;

/** What is being typed of the moves of a game, kept in this window over a reload until it is written. */
export class Drafts {
  constructor(
    private readonly game: string,
    private readonly storage: CommandStorage,
  ) {}

  /** What was being typed there; nothing where it was written, or nothing was. */
  of(at: string, field: string): string | null {
    return this.all().find((draft) => this.isMeant(draft, at, field))?.text ?? null;
  }

  /** The move of this game of which something was being typed last. */
  get lastPlace(): string | null {
    return this.all().find(({ game }) => game === this.game)?.at ?? null;
  }

  keep(at: string, field: string, text: string): void {
    this.replace(at, field, [{ game: this.game, at, field, text: text.slice(0, LONGEST_REMARK) }]);
  }

  forget(at: string, field: string): void {
    if (this.of(at, field) !== null) this.replace(at, field, []);
  }

  /** An edit was kept by the server, and needs no draft any more; what is refused still does. */
  written({ at, change }: TreeEdit): void {
    if (typeof change === "string") return;
    if ("comment" in change) this.forget(at, change.comment.place);
    if ("drawing" in change) this.forget(at, "drawing");
  }

  private isMeant(draft: Draft, at: string, field: string): boolean {
    return draft.game === this.game && draft.at === at && draft.field === field;
  }

  private replace(at: string, field: string, by: Draft[]): void {
    const others = this.all().filter((draft) => !this.isMeant(draft, at, field));
    try {
      this.storage.setItem(PLACE, JSON.stringify([...by, ...others].slice(0, MOST)));
    } catch {
      // Without storage it lasts as long as the page.
    }
  }

  private all(): Draft[] {
    try {
      const kept = JSON.parse(this.storage.getItem(PLACE) ?? "[]") as unknown;
      return Array.isArray(kept) ? kept.filter(isDraft) : [];
    } catch {
      return [];
    }
  }
}

function isDraft(kept: Partial<Draft> | null): kept is Draft {
  return [kept?.game, kept?.at, kept?.field, kept?.text].every((part) => typeof part === "string");
}
