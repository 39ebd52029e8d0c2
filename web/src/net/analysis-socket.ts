import { language } from "../language";
import type { FromAnalysis, ToAnalysis } from "../protocol";

export interface AnalysisEvents {
  message(message: FromAnalysis): void;
  /** The connection is there, and nothing was asked on it yet; or it is gone and will be tried again. */
  connected(isConnected: boolean): void;
  /** The server has ended it, and will not have it back. */
  closed(): void;
}

/** The analysis of a game on the server, as a page speaks to it. */
export interface AnalysisLine {
  /** Asks for something; false where there is no connection. */
  send(message: ToAnalysis): boolean;
  /** Looks again whether the connection is there, which may be dead without having said so. */
  restart(): void;
  close(): void;
}

const FIRST_WAIT = 250;
const LONGEST_WAIT = 5000;
/** The server will not have it: the game is gone, or analysing it is not fair. */
const REFUSED = 1008;

/** Connects to the analysis of a game. A lost connection comes back by itself. */
export function openAnalysis(game: string, events: AnalysisEvents): AnalysisLine {
  return new AnalysisSocket(game, events);
}

class AnalysisSocket implements AnalysisLine {
  private socket: WebSocket | null = null;
  private wait = FIRST_WAIT;
  private retry: ReturnType<typeof setTimeout> | null = null;
  private isOver = false;

  constructor(
    private readonly game: string,
    private readonly events: AnalysisEvents,
  ) {
    this.connect();
  }

  send(message: ToAnalysis): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  restart(): void {
    if (this.isOver) return;
    this.drop();
    this.wait = FIRST_WAIT;
    this.connect();
  }

  close(): void {
    this.isOver = true;
    this.drop();
  }

  private connect(): void {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/v1/games/${this.game}/analysis?language=${language}`);
    this.socket = socket;
    socket.onopen = () => this.events.connected(true);
    socket.onmessage = (event) => {
      const message = JSON.parse(String(event.data)) as FromAnalysis;
      // What only opens, refuses and closes again is asked less and less often.
      if (message.type !== "failed") this.wait = FIRST_WAIT;
      this.events.message(message);
    };
    socket.onclose = (event) => this.lost(event.code);
  }

  private lost(code: number): void {
    this.socket = null;
    if (code === REFUSED) {
      this.isOver = true;
      this.events.closed();
      return;
    }
    this.events.connected(false);
    // Some spread, so that not everybody comes back at the same moment.
    this.retry = setTimeout(() => this.connect(), this.wait * (0.75 + Math.random() / 2));
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }

  private drop(): void {
    if (this.retry) clearTimeout(this.retry);
    this.retry = null;
    const { socket } = this;
    this.socket = null;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }
}
