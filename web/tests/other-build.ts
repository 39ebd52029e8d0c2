import { createServer, request } from "node:http";
import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from "node:http";
import { connect } from "node:net";
import type { Duplex } from "node:stream";

/** A server that is updated: the real one behind an address of its own, whose page says which build it is of. */
export class OtherBuild {
  private server: Server | null = null;
  private build = 1;
  /** WebSockets, which are passed on as they are. */
  private readonly lines = new Set<Duplex>();

  private constructor(
    private readonly target: number,
    private port = 0,
  ) {}

  static async start(target: number): Promise<OtherBuild> {
    const front = new OtherBuild(target);
    await front.run(1);
    return front;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Begins to answer, as this build. */
  async run(build: number): Promise<void> {
    this.build = build;
    const server = createServer((asked, answer) => this.pass(asked, answer));
    server.on("upgrade", (asked, near) => this.join(asked, near));
    await new Promise<void>((done) => server.listen(this.port, "127.0.0.1", done));
    const address = server.address();
    if (typeof address === "object" && address) this.port = address.port;
    this.server = server;
  }

  /** Is away. */
  async stop(): Promise<void> {
    const { server } = this;
    this.server = null;
    if (!server) return;
    const closed = new Promise((done) => server.close(done));
    server.closeAllConnections();
    for (const line of this.lines) line.destroy();
    await closed;
  }

  private pass(asked: IncomingMessage, answer: ServerResponse): void {
    const headers = { ...this.headersFor(asked), "accept-encoding": "identity" };
    const onward = request({ port: this.target, host: "127.0.0.1", method: asked.method, path: asked.url, headers }, (told) => {
      const parts: Buffer[] = [];
      told.on("data", (part: Buffer) => parts.push(part));
      told.on("end", () => {
        const body = this.rebuilt(asked.url ?? "", Buffer.concat(parts), told.headers["content-type"] ?? "");
        const { "content-length": _, ...rest } = told.headers;
        answer.writeHead(told.statusCode ?? 500, rest).end(body);
      });
    });
    onward.on("error", () => answer.destroy());
    asked.pipe(onward);
  }

  private join(asked: IncomingMessage, near: Duplex): void {
    const far = connect(this.target, "127.0.0.1");
    const headers = Object.entries(this.headersFor(asked)).map(([name, value]) => `${name}: ${value}\r\n`);
    far.write(`GET ${asked.url} HTTP/1.1\r\n${headers.join("")}\r\n`);
    for (const line of [near, far]) {
      this.lines.add(line);
      line.on("error", () => undefined);
      line.on("close", () => {
        near.destroy();
        far.destroy();
        this.lines.delete(line);
      });
    }
    near.pipe(far).pipe(near);
  }

  /** The server knows itself by its own name alone. */
  private headersFor({ headers }: IncomingMessage): IncomingHttpHeaders {
    const host = `127.0.0.1:${this.target}`;
    return { ...headers, host, ...(headers.origin && { origin: `http://${host}` }) };
  }

  /** Another build has other files, and another shell. */
  private rebuilt(path: string, body: Buffer, type: string): Buffer {
    if (path === "/sw.js") return Buffer.from(body.toString().replace(/"tabiya-\w+"/, `"tabiya-build-${this.build}"`));
    if (!type.startsWith("text/html")) return body;
    const page = body.toString().replace("<html", `<html data-build="${this.build}"`);
    return Buffer.from(page.replaceAll(/(\/assets\/index-[\w-]+\.(?:js|css))/g, `$1?build=${this.build}`));
  }
}
