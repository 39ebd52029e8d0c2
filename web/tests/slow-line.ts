import { connect, createServer } from "node:net";
import type { Server, Socket } from "node:net";

/** A network between the browser and the server: whatever is sent arrives, in order, so many milliseconds later. */
export class SlowLine {
  private target = 0;
  private gate: Promise<void> = Promise.resolve();
  /** Lets arrive what was kept back. */
  release: () => void = () => undefined;
  private readonly open = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    /** Of what is sent from now on. */
    public delay: number,
  ) {
    server.on("connection", (near) => this.join(near));
  }

  static async start(delay: number): Promise<SlowLine> {
    const server = createServer({ noDelay: true });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    return new SlowLine(server, delay);
  }

  get url(): string {
    const address = this.server.address();
    if (typeof address !== "object" || !address) throw new Error("the slow line is closed");
    return `http://127.0.0.1:${address.port}`;
  }

  /** Leads to a port of this machine from now on. */
  leadTo(port: number): void {
    this.target = port;
  }

  /** Keeps everything back that would arrive from now on. */
  hold(): void {
    this.gate = new Promise((open) => {
      this.release = open;
    });
  }

  stop(): void {
    this.server.close();
    for (const socket of this.open) socket.destroy();
  }

  private join(near: Socket): void {
    const far = connect({ port: this.target, host: "127.0.0.1", noDelay: true });
    this.pass(near, far);
    this.pass(far, near);
  }

  private pass(from: Socket, to: Socket): void {
    this.open.add(from);
    // What was sent later never comes first, even where the line has become quicker meanwhile.
    let last = Promise.resolve();
    const deliver = (run: () => void): void => {
      const arrival = new Promise<void>((arrived) => setTimeout(arrived, this.delay));
      last = last
        .then(() => arrival)
        .then(() => this.gate)
        .then(run);
    };
    from.on("data", (bytes) => deliver(() => to.write(bytes)));
    from.on("end", () => deliver(() => to.end()));
    from.on("error", () => to.destroy());
    from.on("close", () => this.open.delete(from));
  }
}
