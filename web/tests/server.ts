import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const PROGRAM = process.env.TABIYA ?? join(import.meta.dirname, "../../target/debug/tabiya");

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      const port = typeof address === "object" && address ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}

/** The real program with data of its own. */
export class Server {
  private child: ChildProcess | null = null;

  private constructor(
    readonly url: string,
    private readonly data: string,
    readonly port: number,
  ) {}

  /** Starts it with the settings of a file. */
  static async start(settings = ""): Promise<Server> {
    const port = await freePort();
    const server = new Server(`http://127.0.0.1:${port}`, mkdtempSync(join(tmpdir(), "tabiya-web-")), port);
    writeFileSync(server.settings, settings);
    await server.run();
    return server;
  }

  private get settings(): string {
    return join(this.data, "settings.toml");
  }

  /** Starts it, again after a kill with the same data. */
  async run(): Promise<void> {
    this.child = spawn(
      PROGRAM,
      ["serve", "--no-open", "--config", this.settings, "--data", join(this.data, "games"), "--listen", `127.0.0.1:${this.port}`],
      { stdio: ["ignore", "ignore", "inherit"] },
    );
    for (let tries = 0; tries < 200; tries++) {
      const answer = await fetch(`${this.url}/v1/`).catch(() => null);
      if (answer?.ok) return;
      await new Promise((done) => setTimeout(done, 50));
    }
    throw new Error(`${PROGRAM} does not answer at ${this.url}`);
  }

  /** As if the power failed. */
  async kill(): Promise<void> {
    const child = this.child;
    this.child = null;
    if (!child || child.exitCode !== null) return;
    const gone = new Promise((done) => child.once("exit", done));
    child.kill("SIGKILL");
    await gone;
  }

  async stop(): Promise<void> {
    await this.kill();
    rmSync(this.data, { recursive: true, force: true });
  }
}
