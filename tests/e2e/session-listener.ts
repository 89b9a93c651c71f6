import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

type Call = { method: string | undefined; token: string };

/** The other system that a page may tell who signs in and out: it hears only what its answers to the browser allow. */
export class SessionListener {
  /** What it was told, oldest first. */
  readonly calls: Call[] = [];
  readonly #server: Server;

  private constructor() {
    this.#server = createServer(({ method, headers }, response) => {
      response.setHeader("Access-Control-Allow-Origin", headers.origin ?? "");
      response.setHeader("Access-Control-Allow-Methods", "POST, DELETE");
      response.setHeader("Access-Control-Allow-Headers", "Authorization");
      const [scheme, token = ""] = headers.authorization?.split(" ") ?? [];
      if (scheme === "Bearer") this.calls.push({ method, token });
      response.writeHead(204).end();
    });
  }

  static async open(): Promise<SessionListener> {
    const listener = new SessionListener();
    await new Promise<void>((resolve) => {
      listener.#server.listen(0, "127.0.0.1", resolve);
    });
    return listener;
  }

  /** What a page is built with. */
  get url(): string {
    const { port } = this.#server.address() as AddressInfo;
    return `http://127.0.0.1:${port}/session`;
  }

  forget(): void {
    this.calls.length = 0;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}
