import type { Search } from "./net/http";

const PLACE = "tabiya.search";

/** What games are looked for, kept in this window: whoever looks into one of them comes back to the same list. */
export class KeptSearch {
  private readonly key: string;

  constructor(
    private readonly isMine: boolean,
    private readonly storage: Pick<Storage, "getItem" | "setItem">,
  ) {
    this.key = `${PLACE}.${isMine ? "mine" : "all"}`;
  }

  get search(): Search {
    const usual: Search = this.isMine ? { mine: "true", unfinished: "true" } : {};
    try {
      const kept = JSON.parse(this.storage.getItem(this.key) ?? "null") as Record<string, unknown> | null;
      const isText = kept !== null && typeof kept === "object" && Object.values(kept).every((value) => typeof value === "string");
      return isText ? (kept as Search) : usual;
    } catch {
      return usual;
    }
  }

  set search(search: Search) {
    try {
      this.storage.setItem(this.key, JSON.stringify(search));
    } catch {
      // Without storage it lasts as long as the page.
    }
  }
}
