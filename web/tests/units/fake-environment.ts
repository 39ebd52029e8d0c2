import type { Environment, RoomSocket } from "../../src/game/environment.ts";
import { Room } from "../../src/game/room.ts";
import type { SocketEvents } from "../../src/net/socket.ts";
import type {
  FromClient,
  FromServer,
  GameView,
  HintView,
  HostSwitches,
  PlaceView,
  ReachView,
  Submit,
  ThreatsView,
  TreeView,
} from "../../src/protocol.ts";
import type { Sound } from "../../src/sounds.ts";
import { gameView, treeView } from "./game-views.ts";

type Sent = { type: "command" } & Submit;

/** A connection on which a test says what comes, and sees what went. */
export class FakeSocket implements RoomSocket {
  readonly sent: FromClient[] = [];
  isOpen = false;
  isClosed = false;
  restarts = 0;

  constructor(readonly events: SocketEvents) {}

  send(message: FromClient): boolean {
    if (!this.isOpen) return false;
    this.sent.push(message);
    return true;
  }

  ping(): void {
    this.send({ type: "ping", version: this.events.version() });
  }

  restart(): void {
    this.restarts += 1;
  }

  close(): void {
    this.isOpen = false;
    this.isClosed = true;
  }

  /** The connection is there, and the server tells the game, as it does first of all. */
  open(view: GameView = gameView()): void {
    this.isOpen = true;
    this.events.connected(true);
    this.hear({ type: "game", ...view });
  }

  /** The connection is lost. */
  lose(): void {
    this.isOpen = false;
    this.events.connected(false);
  }

  hear(message: FromServer): void {
    this.events.message(message);
  }

  get commands(): Sent[] {
    return this.sent.filter((message): message is Sent => message.type === "command");
  }

  get pings(): number[] {
    return this.sent.flatMap((message) => (message.type === "ping" ? [message.version] : []));
  }

  /** The command that was sent last. */
  get last(): Sent {
    const last = this.commands.at(-1);
    if (!last) throw new Error("no command was sent");
    return last;
  }
}

/** What a room sees of the world, in the hands of a test. */
export class FakeEnvironment implements Environment {
  readonly kept = new Map<string, string>();
  readonly played: Sound[] = [];
  readonly notified: string[] = [];
  /** What the server answers to a question for the game. */
  answer: () => Promise<GameView> = () => Promise.resolve(gameView());
  /** What the server answers to a question for what happened. */
  entries: FromServer[] = [];
  time = 1000;
  /** What waits for the next frame. */
  private frame: (() => void)[] = [];
  connections = 0;
  /** What waits for its time. */
  timers: (() => void)[] = [];
  private socket: FakeSocket | null = null;
  private ids = 0;

  readonly storage = {
    getItem: (key: string): string | null => this.kept.get(key) ?? null,
    setItem: (key: string, value: string): void => void this.kept.set(key, value),
    removeItem: (key: string): void => void this.kept.delete(key),
  };

  /** What the server answers to whoever wants a hint. */
  hint: (node: number) => Promise<HintView> = (node) =>
    Promise.resolve({ version: 1, node, move: "e2e4", san: "e4", says: "The best move is e4." });

  /** What the server says of the moves. */
  tree: TreeView = treeView();

  readonly api: Environment["api"] = {
    game: () => this.answer(),
    reach: (): Promise<ReachView> => Promise.resolve({ men: {} }),
    entries: (_id, since) => Promise.resolve(this.entries.filter((entry) => entry.type === "entry" && entry.version > since)),
    threats: (_id, node): Promise<ThreatsView> => Promise.resolve({ version: 1, node, white: {}, black: {} }),
    hint: (_id, node) => this.hint(node),
    why: () => Promise.resolve({ code: "legal", says: "", marks: [] }),
    tree: () => Promise.resolve(this.tree),
    treeMoves: (_id, path): Promise<PlaceView> =>
      Promise.resolve({ version: 1, path, turn: "black", dests: { e7: "e6e5", c7: "c6c5" }, promotions: [], promotes_to: [], effects: {} }),
    rematch: () => Promise.resolve({ next: null }),
    declineRematch: () => Promise.resolve({ next: null }),
  };

  connect(_game: string, events: SocketEvents): FakeSocket {
    this.connections += 1;
    this.socket = new FakeSocket(events);
    return this.socket;
  }

  later(run: () => void): () => void {
    this.timers.push(run);
    return () => {
      this.timers = this.timers.filter((timer) => timer !== run);
    };
  }

  /** Lets the time come for everything that waits for it. */
  async elapse(): Promise<void> {
    for (const run of this.timers.splice(0)) run();
    await settled();
  }

  /** What the host has said. */
  readonly hosted: HostSwitches[] = [];
  sessionsEnded = 0;

  toldByHost(switches: HostSwitches): void {
    this.hosted.push(switches);
  }

  sessionEnded(): void {
    this.sessionsEnded += 1;
  }

  play(sound: Sound): void {
    this.played.push(sound);
  }

  notify(says: string): void {
    this.notified.push(says);
  }

  now(): number {
    return this.time;
  }

  whenShown(run: () => void): void {
    this.frame.push(run);
  }

  /** Paints what has changed. */
  paint(): void {
    for (const run of this.frame.splice(0)) run();
  }

  newId(): string {
    this.ids += 1;
    return `command-${this.ids}`;
  }

  /** A room as a page has it that was just loaded, and its connection. */
  async enter(view: GameView = gameView()): Promise<{ room: Room; socket: FakeSocket }> {
    const { room, socket } = await this.load();
    socket.open(view);
    return { room, socket };
  }

  /** The same, before the connection is there. */
  async load(): Promise<{ room: Room; socket: FakeSocket }> {
    const room = await this.knock();
    return { room, socket: this.lastSocket };
  }

  /** A room that has asked for the game, whatever came of it. */
  async knock(): Promise<Room> {
    const room = new Room("abcdefgh", this);
    await settled();
    return room;
  }

  get lastSocket(): FakeSocket {
    if (!this.socket) throw new Error("the room did not connect");
    return this.socket;
  }
}

/** Lets everything happen that waits for nothing but its turn. */
export async function settled(): Promise<void> {
  await new Promise((done) => setImmediate(done));
}
