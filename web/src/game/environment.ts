import { http } from "../net/http";
import { serverAnswers, serverIsAway } from "../net/page-version";
import { GameSocket } from "../net/socket";
import type { EndCause, SocketEvents } from "../net/socket";
import type { FromClient, HostSwitches } from "../protocol";
import { settings } from "../settings";
import { sounds } from "../sounds";
import type { Sound } from "../sounds";
import { texts } from "../texts";
import type { CommandStorage } from "./command-queue";
import type { Screen } from "./thinking";

/** The connection to a game, as a room uses it. */
export interface RoomSocket {
  send(message: FromClient): boolean;
  ping(): void;
  restart(): void;
  close(): void;
}

/** What a room needs of the world around it. Tests hand in one of their own. */
export interface Environment extends Screen {
  api: Pick<typeof http, "game" | "entries" | "reach" | "threats" | "hint" | "why" | "tree" | "treeMoves" | "rematch" | "declineRematch">;
  storage: CommandStorage;
  connect(game: string, events: SocketEvents): RoomSocket;
  play(sound: Sound): void;
  /** Tells whoever looks elsewhere that they are waited for, as they wish: by a tone, and by what the browser shows. */
  notify(says: string): void;
  /** The host has switched something on or off. */
  toldByHost(switches: HostSwitches): void;
  /** The server knows this window no longer. */
  sessionEnded(): void;
  /** Runs something later, unless what is given back is called before. */
  later(run: () => void, wait: number): () => void;
  /** A name for a command that nobody else has. */
  newId(): string;
}

/** What a browser gives a room, but for what the page does with what the host says. */
export const browserEnvironment: Omit<Environment, "toldByHost" | "sessionEnded"> = {
  api: http,
  storage: sessionStorage,
  connect: (game, events) => new GameSocket(game, { ...events, connected: (is, why) => connected(events, is, why) }),
  play: (sound) => sounds.play(sound),
  notify,
  now: () => performance.now(),
  whenShown,
  later: (run, wait) => {
    const timer = setTimeout(run, wait);
    return () => clearTimeout(timer);
  },
  newId: () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join(""),
};

function connected(events: SocketEvents, is: boolean, why?: EndCause): void {
  if (is) serverAnswers();
  else serverIsAway();
  events.connected(is, why);
}

/** Where the browser lets a page tell something while it is not seen; over a plain network it does not. */
export function canNotify(): boolean {
  return "Notification" in window && window.isSecureContext;
}

function notify(says: string): void {
  if (settings.get().turnTone && (document.visibilityState === "hidden" || !document.hasFocus())) sounds.play("turn");
  if (document.visibilityState !== "hidden" || !settings.get().notifies || !canNotify() || Notification.permission !== "granted") return;
  // One for all games: the newest takes the place of the one before.
  const told = { body: says, tag: "tabiya", icon: "/icon-192.png" };
  try {
    const notification = new Notification(texts.appName, told);
    notification.onclick = () => {
      window.focus();
      notification.close();
    };
  } catch {
    // Phones show only what a service worker tells; without one the title of the tab says it as well.
    void showByWorker(told);
  }
}

async function showByWorker(told: NotificationOptions): Promise<void> {
  const worker = await navigator.serviceWorker?.getRegistration();
  await worker?.showNotification(texts.appName, { ...told, data: location.pathname });
}

/** With the next frame. A hidden page has none, and whoever looks elsewhere could look here: their time runs at once. */
function whenShown(run: () => void): void {
  if (document.visibilityState === "hidden") {
    run();
    return;
  }
  const once = (): void => {
    cancelAnimationFrame(frame);
    document.removeEventListener("visibilitychange", once);
    run();
  };
  const frame = requestAnimationFrame(once);
  document.addEventListener("visibilitychange", once);
}
