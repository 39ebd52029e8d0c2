import { http } from "../net/http";
import { GameSocket } from "../net/socket";
import type { SocketEvents } from "../net/socket";
import type { FromClient } from "../protocol";
import { sounds } from "../sounds";
import type { Sound } from "../sounds";
import type { CommandStorage } from "./command-queue";

/** The connection to a game, as a room uses it. */
export interface RoomSocket {
  send(message: FromClient): boolean;
  ping(): void;
  restart(): void;
  close(): void;
}

/** What a room needs of the world around it. Tests hand in one of their own. */
export interface Environment {
  api: Pick<typeof http, "game" | "threats" | "why" | "rematch" | "declineRematch">;
  storage: CommandStorage;
  connect(game: string, events: SocketEvents): RoomSocket;
  play(sound: Sound): void;
  /** Milliseconds that never go back. */
  now(): number;
  /** A name for a command that nobody else has. */
  newId(): string;
}

export const browserEnvironment: Environment = {
  api: http,
  storage: sessionStorage,
  connect: (game, events) => new GameSocket(game, events),
  play: (sound) => sounds.play(sound),
  now: () => performance.now(),
  newId: () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join(""),
};
