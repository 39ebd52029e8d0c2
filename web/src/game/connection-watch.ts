import type { EndCause } from "../net/socket";
import { texts } from "../texts";

export type Connection = "connecting" | "online" | "offline";

/** A connection that is back sooner was not missed by anybody. */
const MISSED_AFTER = 1000;

type Surroundings = {
  later: (run: () => void, wait: number) => () => void;
  say: (says: string) => void;
};

/** Whether the server can be heard, and what is said of a connection that is gone. */
export class ConnectionWatch {
  connection: Connection = "connecting";
  /** Whether the host shut the server down, and it is not back yet. */
  isShutDown = false;
  /** What was said of a connection that is gone. */
  private toldLoss = "";
  private stopMissing: (() => void) | null = null;

  constructor(private readonly surroundings: Surroundings) {}

  /** Whether it is gone for so long that it is worth saying. */
  get isCutOff(): boolean {
    return this.toldLoss !== "";
  }

  /** The connection is there; whether that is news was told in part already, where the server had refused to go on. */
  found(wasRefused: boolean): void {
    this.connection = "online";
    this.isShutDown = false;
    this.close();
    if (this.toldLoss || wasRefused) this.surroundings.say(texts.net.back);
    this.toldLoss = "";
  }

  /** The connection is gone. */
  lost(why: EndCause | undefined): void {
    this.connection = "offline";
    // A server that is down stays so until it is there again.
    this.isShutDown ||= why === "shut-down";
    if (this.isShutDown) this.missed();
    else this.stopMissing ??= this.surroundings.later(() => this.missed(), MISSED_AFTER);
  }

  close(): void {
    this.stopMissing?.();
    this.stopMissing = null;
  }

  /** It has been gone for a moment, or for longer. */
  private missed(): void {
    const says = this.isShutDown ? texts.net.shutDown : texts.net.lost;
    if (says === this.toldLoss) return;
    this.toldLoss = says;
    this.surroundings.say(says);
  }
}
