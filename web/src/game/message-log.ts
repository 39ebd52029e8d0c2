import type { CommandStorage } from "./command-queue";

/** A line of the message area. */
export type LogLine = { key: number; says: string; kind: "event" | "refusal" | "note" };

/** What is kept of a log over a reload, and the version of the game that it tells of. */
type KeptLog = { version: number; lines: Omit<LogLine, "key">[] };

const LENGTH = 200;
/** Of how many games a window keeps what was said. */
const GAMES = 5;
/** Whose logs these are, the latest first. */
const NAMES = "tabiya.logs";

/** What was said in a game, kept in this window over a reload. */
export class MessageLog {
  lines: LogLine[] = [];
  /** Up to which version of the game it was told before this page was loaded; nothing where it was not. */
  readonly keptVersion: number | null;
  private said = 0;

  constructor(
    private readonly game: string,
    private readonly storage: CommandStorage,
  ) {
    const kept = this.recall();
    this.keptVersion = kept?.version ?? null;
    for (const { says, kind } of kept?.lines ?? []) this.push(says, kind);
  }

  /** Says something in a game of that version. */
  add(says: string, kind: LogLine["kind"], version: number): void {
    this.push(says, kind);
    this.keep(version);
  }

  /** Puts in what happened before a line, by its number in the list. */
  insert(at: number, happened: string[], version: number): void {
    const between = happened.map((says): LogLine => ({ key: this.nextKey(), says, kind: "event" }));
    this.lines = [...this.lines.slice(0, at), ...between, ...this.lines.slice(at)].slice(-LENGTH);
    this.keep(version);
  }

  private push(says: string, kind: LogLine["kind"]): void {
    this.lines = [...this.lines.slice(1 - LENGTH), { key: this.nextKey(), says, kind }];
  }

  private nextKey(): number {
    this.said += 1;
    return this.said;
  }

  private get place(): string {
    return `tabiya.log.${this.game}`;
  }

  private recall(): KeptLog | null {
    try {
      return JSON.parse(this.storage.getItem(this.place) ?? "null") as KeptLog | null;
    } catch {
      return null;
    }
  }

  private keep(version: number): void {
    try {
      const names = JSON.parse(this.storage.getItem(NAMES) ?? "[]") as string[];
      if (names[0] !== this.game) {
        const latest = [this.game, ...names.filter((name) => name !== this.game)];
        for (const name of latest.slice(GAMES)) this.storage.removeItem(`tabiya.log.${name}`);
        this.storage.setItem(NAMES, JSON.stringify(latest.slice(0, GAMES)));
      }
      const lines = this.lines.map(({ says, kind }) => ({ says, kind }));
      this.storage.setItem(this.place, JSON.stringify({ version, lines } satisfies KeptLog));
    } catch {
      // Without storage it lasts as long as the page.
    }
  }
}
