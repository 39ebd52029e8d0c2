import type { FromClassic, ToClassic } from "../protocol";

/** How a program is started. */
export type ClassicWish = { fen: string | null; seed: string | null; undo: boolean };

export interface ClassicEvents {
  message(message: FromClassic): void;
  closed(): void;
}

/** A program that runs, as a page speaks to it. */
export interface ClassicLine {
  send(message: ToClassic): void;
  close(): void;
}

/** Starts a program on the server. It ends with its connection, so nothing comes back by itself. */
export function openClassic(name: string, wish: ClassicWish, events: ClassicEvents): ClassicLine {
  const query = new URLSearchParams();
  if (wish.fen) query.set("fen", wish.fen);
  if (wish.seed) query.set("seed", wish.seed);
  if (wish.undo) query.set("undo", "true");
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const socket = new WebSocket(`${scheme}://${location.host}/v1/classics/${name}/socket?${query}`);
  // What is typed before the program is there waits for it.
  const waiting: string[] = [];
  socket.onopen = () => {
    for (const text of waiting.splice(0)) socket.send(text);
  };
  socket.onmessage = (event) => events.message(JSON.parse(String(event.data)) as FromClassic);
  socket.onclose = () => events.closed();
  return {
    send: (message) => {
      const text = JSON.stringify(message);
      if (socket.readyState === WebSocket.CONNECTING) waiting.push(text);
      else if (socket.readyState === WebSocket.OPEN) socket.send(text);
    },
    close: () => {
      socket.onopen = socket.onmessage = socket.onclose = null;
      socket.close();
    },
  };
}
