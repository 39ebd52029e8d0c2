import { Refused, http } from "../net/http";
import type { HostChange, HostView } from "../protocol";
import { hostTexts } from "./texts";

const LOOK_EVERY = 2000;
/** How many looks the pictures show. */
const SAMPLES = 60;

/** What was measured between two looks. */
export type LoadSample = { processor: number; moves: number };

/** Whether two looks count the same servers, since the same starts: else their difference tells nothing. */
function isSame(before: HostView, now: HostView): boolean {
  const counted = (view: HostView) => view.nodes.map((node) => (node.load ? node.node : 0)).join();
  return before.started === now.started && counted(before) === counted(now);
}

/** The server as the host's page knows it: asked again and again, and after every change. */
export class HostConsole {
  view: HostView | null = null;
  /** Why the server says that this browser is not the host's, where it does. */
  denied = "";
  isLost = false;
  /** Whether the host has shut the server down here. */
  isDown = false;
  /** The last thing that was done, or why it was not. */
  says = "";
  isTrouble = false;
  samples: LoadSample[] = [];
  private readonly listeners = new Set<() => void>();
  private timer: ReturnType<typeof setInterval> | null = null;
  private isLooking = false;

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Signs in with a token where the link had one, and begins to look. */
  async start(token: string | null): Promise<void> {
    if (token) await this.signIn(token);
    await this.look();
    this.timer = setInterval(() => {
      if (document.visibilityState !== "hidden") void this.look();
    }, LOOK_EVERY);
  }

  close(): void {
    if (this.timer) clearInterval(this.timer);
    this.listeners.clear();
  }

  async signIn(token: string): Promise<void> {
    await this.tell(async () => {
      await http.hostSignIn(token);
      this.denied = "";
      return "";
    });
    await this.look();
  }

  async signOut(): Promise<void> {
    await this.tell(async () => {
      await http.hostSignOut();
      return hostTexts.server.signedOut;
    });
    await this.look();
  }

  private async look(): Promise<void> {
    if (this.isLooking) return;
    this.isLooking = true;
    try {
      this.take(await http.host());
    } catch (error) {
      if (error instanceof Refused && (error.status === 403 || error.status === 401)) {
        this.denied = error.message;
        this.view = null;
      } else {
        this.isLost = true;
      }
    }
    this.isLooking = false;
    this.changed();
  }

  private take(view: HostView): void {
    const before = this.view;
    if (before && view.now > before.now && isSame(before, view)) {
      const span = view.now - before.now;
      const used = (view.load.processor ?? 0) - (before.load.processor ?? 0);
      const processor = Math.round((100 * used) / span / view.load.processors);
      const moves = Math.round(((view.load.moves - before.load.moves) * 60_000) / span);
      this.samples = [...this.samples.slice(1 - SAMPLES), { processor, moves }];
    }
    this.view = view;
    this.denied = "";
    this.isLost = this.isDown = false;
  }

  async change(change: HostChange, says: string): Promise<void> {
    await this.update(() => http.changeHost(change), says);
  }

  /** Does something whose answer is the server as it is then. */
  async update(ask: () => Promise<HostView>, says: string): Promise<void> {
    await this.tell(async () => {
      this.take(await ask());
      return says;
    });
  }

  async shutDown(): Promise<void> {
    await this.tell(async () => {
      await http.shutDown();
      this.isDown = true;
      return hostTexts.server.isDown;
    });
  }

  /** Does something, and says what came of it. */
  async tell(work: () => Promise<string>): Promise<void> {
    try {
      this.says = await work();
      this.isTrouble = false;
    } catch (error) {
      this.says = error instanceof Error ? error.message : String(error);
      this.isTrouble = true;
    }
    this.changed();
  }

  private changed(): void {
    for (const listener of [...this.listeners]) listener();
  }
}
