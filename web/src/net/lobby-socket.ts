import type { FromLobby, GameSummary, HostSwitches } from "../protocol";
import { serverIsAway } from "./page-version";

/** The open seats as the server tells them by itself. While it does not, whoever wants to know must ask. */
export class LobbySocket {
  private socket: WebSocket | null = null;
  private hasTold = false;

  constructor(
    private readonly told: (seats: GameSummary[]) => void,
    private readonly toldByHost: (switches: HostSwitches) => void,
  ) {}

  /** Whether the seats come by themselves. */
  get isTelling(): boolean {
    return this.hasTold;
  }

  /** Begins to listen, where it does not yet. */
  listen(): void {
    if (this.socket) return;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/v1/lobby/socket`);
    this.socket = socket;
    socket.onmessage = (event) => {
      const message = JSON.parse(String(event.data)) as FromLobby;
      if (message.type === "host") {
        const { type: _, ...switches } = message;
        this.toldByHost(switches);
        return;
      }
      this.hasTold = true;
      this.told(message.seats);
    };
    socket.onclose = () => {
      if (this.hasTold) serverIsAway();
      this.close();
    };
  }

  close(): void {
    const socket = this.socket;
    this.socket = null;
    this.hasTold = false;
    if (!socket) return;
    socket.onmessage = socket.onclose = null;
    socket.close();
  }
}
