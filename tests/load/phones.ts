/** The phones of a rehearsal, and the push service that they are at. */
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Message } from "#convex/push/shared";
import { Phone } from "./phone";
import { SERVICE } from "./push-service.mjs";

type Owned = {
  phone: Phone;
  /** What it has shown. */
  shown: Message[];
  /** How often its service has no time yet. */
  busy: number;
};

export class Phones {
  /** Where a server finds them (push-service.mjs). */
  readonly url: string;
  readonly all = new Map<string, Owned>();
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
    const { port } = server.address() as AddressInfo;
    this.url = `http://127.0.0.1:${port}/`;
    server.on("request", (request, response) => {
      void this.#statusOf(request).then((status) =>
        response.writeHead(status).end(),
      );
    });
  }

  /** What makes a server send its messages here: it loads push-service.mjs first. */
  get environment() {
    const hook = new URL("push-service.mjs", import.meta.url).href;
    return {
      REHEARSAL_PHONES: this.url,
      NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ""} --import=${hook}`,
    };
  }

  static async open(): Promise<Phones> {
    const server = createServer();
    await new Promise<void>((resolve) =>
      server.listen(0, "127.0.0.1", resolve),
    );
    return new Phones(server);
  }

  /** @param busy how often the service answers 503 before it takes a message */
  add(name: string, busy: number): Owned {
    const phone = new Phone(SERVICE + name);
    const owned = { phone, shown: [], busy };
    this.all.set(`/${name}`, owned);
    return owned;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #statusOf(request: IncomingMessage): Promise<number> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const owned = this.all.get(request.url ?? "");
    if (owned === undefined) return 404;
    if (owned.busy > 0) {
      owned.busy--;
      return 503;
    }
    const encoding = request.headers["content-encoding"];
    const body = Buffer.concat(chunks);
    owned.shown.push(owned.phone.decrypted(encoding, body));
    return 201;
  }
}
