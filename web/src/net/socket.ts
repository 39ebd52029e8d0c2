import type { FromClient, FromServer } from "../protocol";

const PING_EVERY = 2500;
const SILENCE = 8000;
const FIRST_WAIT = 250;
const LONGEST_WAIT = 5000;
/** How long a line that is in doubt has to answer. */
const DOUBT = 2000;
/** A step of the timer that took longer than this means that the machine slept. */
const SLEPT = 6000;

export interface SocketEvents {
  message(message: FromServer): void;
  /** The connection is there, or is gone. */
  connected(isConnected: boolean): void;
  /** A connection ended before anything was told on it. */
  refused(): void;
  /** The version that the client has. */
  version(): number;
}

/** A WebSocket to a game that comes back by itself. */
export class GameSocket {
  private socket: WebSocket | null = null;
  private wait = FIRST_WAIT;
  private retry: ReturnType<typeof setTimeout> | null = null;
  private readonly ticker: ReturnType<typeof setInterval>;
  private heard = 0;
  private ticked = Date.now();
  private isClosed = false;

  constructor(
    private readonly game: string,
    private readonly events: SocketEvents,
  ) {
    this.ticker = setInterval(() => this.tick(), PING_EVERY);
    window.addEventListener("online", this.hurry);
    window.addEventListener("offline", this.doubt);
    window.addEventListener("pageshow", this.hurry);
    document.addEventListener("visibilitychange", this.hurry);
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
    window.removeEventListener("online", this.hurry);
    window.removeEventListener("offline", this.doubt);
    window.removeEventListener("pageshow", this.hurry);
    document.removeEventListener("visibilitychange", this.hurry);
    this.drop();
  }

  private connect(): void {
    if (this.isClosed || this.socket) return;
    if (this.retry) clearTimeout(this.retry);
    this.retry = null;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/v1/games/${this.game}/socket`);
    this.socket = socket;
    this.heard = Date.now();
    let hasTold = false;
    socket.onmessage = (event) => {
      if (this.socket !== socket) return;
      this.heard = Date.now();
      hasTold = true;
      const message = JSON.parse(String(event.data)) as FromServer;
      if (message.type === "game") {
        this.wait = FIRST_WAIT;
        this.events.connected(true);
      }
      this.events.message(message);
    };
    socket.onclose = () => {
      if (this.socket !== socket) return;
      this.lost();
      if (!hasTold) this.events.refused();
    };
  }

  private lost(): void {
    this.drop();
    if (this.isClosed || this.retry) return;
    // Some spread, so that not everybody comes back at the same moment.
    const wait = this.wait * (0.75 + Math.random() / 2);
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
    this.retry = setTimeout(() => {
      this.retry = null;
      this.connect();
    }, wait);
  }

  private drop(): void {
    const socket = this.socket;
    this.socket = null;
    if (!socket) return;
    socket.onmessage = socket.onclose = null;
    socket.close();
    this.events.connected(false);
  }

  private tick(): void {
    const now = Date.now();
    const slept = now - this.ticked > SLEPT;
    this.ticked = now;
    if (this.socket && (slept || now - this.heard > SILENCE)) this.lost();
    else this.ping();
  }

  private readonly hurry = (): void => {
    if (document.visibilityState === "hidden") return;
    if (this.socket) {
      this.doubt();
      return;
    }
    this.wait = FIRST_WAIT;
    this.connect();
  };

  /**
   * Something happened to the network, or the page was away: the line may be dead. It is not given up at once, since a server
   * on this machine can be reached without any network.
   */
  private readonly doubt = (): void => {
    const socket = this.socket;
    const heard = this.heard;
    if (!socket) return;
    this.ping();
    setTimeout(() => {
      if (this.socket === socket && this.heard === heard) this.lost();
    }, DOUBT);
  };
}
