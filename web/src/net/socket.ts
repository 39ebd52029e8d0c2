import { language } from "../language";
import type { FromClient, FromServer } from "../protocol";

const PING_EVERY = 2500;
const LONGEST_SILENCE = 8000;
const FIRST_WAIT = 250;
const LONGEST_WAIT = 5000;
/** How long a line that may be dead has to answer. */
const CHECK_WAIT = 2000;
/** A step of the timer that took longer than this means that the machine slept. */
const LONGEST_TICK = 6000;

/** A connection that was there for so long may be followed by another one at once. */
const LASTING = 5000;

/** Why the server ended a connection. */
export type EndCause = "shut-down" | "handed-over" | "session-ended";

export interface SocketEvents {
  message(message: FromServer): void;
  /** The connection is there, or is gone, and why where the server said so. */
  connected(isConnected: boolean, why?: EndCause): void;
  /** A connection ended before anything was told on it. */
  refused(): void;
  /** The version that the client has. */
  version(): number;
}

function causeOf({ code, reason }: CloseEvent): EndCause | undefined {
  if (code === 1012) return reason === "another server takes over" ? "handed-over" : "shut-down";
  return code === 1008 && reason === "the session has ended" ? "session-ended" : undefined;
}

/** A WebSocket to a game that comes back by itself. */
export class GameSocket {
  private socket: WebSocket | null = null;
  private wait = FIRST_WAIT;
  private retry: ReturnType<typeof setTimeout> | null = null;
  private readonly ticker: ReturnType<typeof setInterval>;
  private begun = 0;
  private lastHeard = 0;
  private lastTick = Date.now();
  private isClosed = false;

  constructor(
    private readonly game: string,
    private readonly events: SocketEvents,
  ) {
    this.ticker = setInterval(() => this.tick(), PING_EVERY);
    window.addEventListener("online", this.reconnectSoon);
    window.addEventListener("offline", this.checkAlive);
    window.addEventListener("pageshow", this.reconnectSoon);
    document.addEventListener("visibilitychange", this.reconnectSoon);
    this.connect();
  }

  /** Sends a message; false where there is no connection. */
  send(message: FromClient): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  ping(): void {
    this.send({ type: "ping", version: this.events.version() });
  }

  /** Begins anew with the whole game. */
  restart(): void {
    this.drop();
    this.connect();
  }

  close(): void {
    this.isClosed = true;
    clearInterval(this.ticker);
    if (this.retry) clearTimeout(this.retry);
    window.removeEventListener("online", this.reconnectSoon);
    window.removeEventListener("offline", this.checkAlive);
    window.removeEventListener("pageshow", this.reconnectSoon);
    document.removeEventListener("visibilitychange", this.reconnectSoon);
    this.drop();
  }

  private connect(): void {
    if (this.isClosed || this.socket) return;
    if (this.retry) clearTimeout(this.retry);
    this.retry = null;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/v1/games/${this.game}/socket?language=${language}`);
    this.socket = socket;
    this.begun = this.lastHeard = Date.now();
    let hasTold = false;
    socket.onmessage = (event) => {
      if (this.socket !== socket) return;
      this.lastHeard = Date.now();
      hasTold = true;
      const message = JSON.parse(String(event.data)) as FromServer;
      if (message.type === "game") {
        this.wait = FIRST_WAIT;
        this.events.connected(true);
      }
      this.events.message(message);
    };
    socket.onclose = (event) => {
      if (this.socket !== socket) return;
      this.lost(causeOf(event));
      if (!hasTold) this.events.refused();
    };
  }

  private lost(why?: EndCause): void {
    this.drop(why);
    if (this.isClosed || this.retry) return;
    if (why === "handed-over" && Date.now() - this.begun > LASTING) {
      // Not everybody is asked to go at the same moment.
      this.connect();
      return;
    }
    // Some spread, so that not everybody comes back at the same moment.
    const wait = this.wait * (0.75 + Math.random() / 2);
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
    this.retry = setTimeout(() => {
      this.retry = null;
      this.connect();
    }, wait);
  }

  private drop(why?: EndCause): void {
    const socket = this.socket;
    this.socket = null;
    if (!socket) return;
    socket.onmessage = socket.onclose = null;
    socket.close();
    if (!this.isClosed) this.events.connected(false, why);
  }

  private tick(): void {
    const now = Date.now();
    const slept = now - this.lastTick > LONGEST_TICK;
    this.lastTick = now;
    if (this.socket && (slept || now - this.lastHeard > LONGEST_SILENCE)) this.lost();
    else this.ping();
  }

  private readonly reconnectSoon = (): void => {
    if (document.visibilityState === "hidden") return;
    if (this.socket) {
      this.checkAlive();
      return;
    }
    this.wait = FIRST_WAIT;
    this.connect();
  };

  /**
   * Something happened to the network, or the page was away: the line may be dead. It is not given up at once, since a server
   * on this machine can be reached without any network.
   */
  private readonly checkAlive = (): void => {
    const socket = this.socket;
    const lastHeard = this.lastHeard;
    if (!socket) return;
    this.ping();
    setTimeout(() => {
      if (this.socket === socket && this.lastHeard === lastHeard) this.lost();
    }, CHECK_WAIT);
  };
}
