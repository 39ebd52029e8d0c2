import { language } from "../language";
import type { FromClassic, ToClassic } from "../protocol";
import { serverIsAway } from "./page-version";

/** How a program is started. */
export type ClassicWish = { fen: string | null; seed: string | null; undo: boolean };

export interface ClassicEvents {
  message(message: FromClassic): void;
  /** The connection is there, or is gone and will be tried again. */
  connected(isConnected: boolean): void;
  /** The connection is gone for good. */
  closed(): void;
}

/** A program that runs, as a page speaks to it. */
export interface ClassicLine {
  send(message: ToClassic): void;
  close(): void;
}

const FIRST_WAIT = 250;
const LONGEST_WAIT = 4000;
/** How long the server keeps a program for its page; trying longer is in vain. */
const LONGEST_LOSS = 60_000;
const PROTOCOL = "tabiya-classic";
/** The program is not wanted any more. */
const GOODBYE = 1000;

/** Starts a program on the server, or takes up the one that a key is for. A lost connection comes back by itself. */
export function openClassic(name: string, wish: ClassicWish, key: string | null, events: ClassicEvents): ClassicLine {
  return new ClassicSocket(name, wish, key, events);
}

class ClassicSocket implements ClassicLine {
  private socket: WebSocket | null = null;
  /** What is typed before the program is there waits for it. */
  private waiting: string[] = [];
  /** Whether it is: an open connection alone would let a line pass those that wait. */
  private hasBegun = false;
  /** How many pieces of the screen have come. */
  private heard = 0;
  /** Whether there is nothing to come back to. */
  private isOver = false;
  private wait = FIRST_WAIT;
  private lostAt: number | null = null;
  private retry: ReturnType<typeof setTimeout> | null = null;

  constructor(
    private readonly name: string,
    private readonly wish: ClassicWish,
    private key: string | null,
    private readonly events: ClassicEvents,
  ) {
    this.connect();
  }

  send(message: ToClassic): void {
    const text = JSON.stringify(message);
    if (this.hasBegun && this.socket?.readyState === WebSocket.OPEN) this.socket.send(text);
    else if (!this.isOver) this.waiting.push(text);
  }

  close(): void {
    this.isOver = true;
    if (this.retry) clearTimeout(this.retry);
    const { socket } = this;
    this.socket = null;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    // Before it is there, nothing can be said on it.
    if (socket.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close(GOODBYE);
    else socket.close(GOODBYE);
  }

  private get query(): URLSearchParams {
    const query = new URLSearchParams({ language });
    if (this.key) {
      query.set("heard", String(this.heard));
      return query;
    }
    if (this.wish.fen) query.set("fen", this.wish.fen);
    if (this.wish.seed) query.set("seed", this.wish.seed);
    if (this.wish.undo) query.set("undo", "true");
    return query;
  }

  private connect(): void {
    this.retry = null;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    // The key does not stand in the address, which proxies write down; a page can say it nowhere else.
    const protocols = this.key ? [PROTOCOL, `key.${this.key}`] : [PROTOCOL];
    const socket = new WebSocket(`${scheme}://${location.host}/v1/classics/${this.name}/socket?${this.query}`, protocols);
    this.socket = socket;
    this.hasBegun = false;
    socket.onmessage = (event) => {
      const message = JSON.parse(String(event.data)) as FromClassic;
      if (message.type === "begun") this.begun(message.key);
      this.note(message);
      this.events.message(message);
    };
    socket.onclose = () => this.lost();
  }

  private begun(key: string): void {
    this.key = key;
    this.hasBegun = true;
    this.wait = FIRST_WAIT;
    this.lostAt = null;
    for (const text of this.waiting.splice(0)) this.socket?.send(text);
    this.events.connected(true);
  }

  private note(message: FromClassic): void {
    switch (message.type) {
      case "typed":
      case "said":
      case "aside":
        this.heard += 1;
        break;
      case "failed":
        // Before the program is there, this is why it is not.
        if (!this.hasBegun) this.isOver = true;
        break;
      case "over":
        this.isOver = true;
        break;
    }
  }

  private lost(): void {
    this.socket = null;
    this.hasBegun = false;
    this.lostAt ??= Date.now();
    if (this.isOver || !this.key || Date.now() - this.lostAt > LONGEST_LOSS) {
      this.isOver = true;
      this.events.closed();
      return;
    }
    serverIsAway();
    this.events.connected(false);
    this.retry = setTimeout(() => this.connect(), this.wait);
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }
}
