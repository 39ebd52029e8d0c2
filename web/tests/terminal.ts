import { spawn } from "node:child_process";
import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PROGRAM } from "./server.ts";

/** The board of a terminal, in a pseudo-terminal of 80 columns and 24 lines, with data of its own. */
export class Terminal {
  private readonly child: ChildProcessWithoutNullStreams;
  private readonly data = mkdtempSync(join(tmpdir(), "tabiya-terminal-"));
  private readonly ended: Promise<number | null>;
  private said = "";

  /** Goes where a link leads. */
  constructor(link: string, name: string) {
    const play = `stty rows 24 cols 80; exec '${PROGRAM}' play --data '${this.data}' --server '${link}' --name '${name}'`;
    // `script` is what makes a pseudo-terminal of a pipe on every Linux.
    const env = { ...process.env, TERM: "xterm-256color", LC_ALL: "C.UTF-8", XDG_CONFIG_HOME: this.data };
    this.child = spawn("script", ["--quiet", "--flush", "--return", "--command", play, "/dev/null"], { env });
    this.child.stdout.on("data", (bytes: Buffer) => {
      this.said += bytes.toString();
    });
    this.ended = new Promise((done) => this.child.once("exit", done));
  }

  /** Everything that was drawn so far, with the terminal's own signs. */
  get drawn(): string {
    return this.said;
  }

  type(keys: string): void {
    this.child.stdin.write(keys);
  }

  /** Leaves by a key; says with which status. */
  async quit(): Promise<number | null> {
    this.type("\u0011");
    const status = await this.ended;
    rmSync(this.data, { recursive: true, force: true });
    return status;
  }
}
