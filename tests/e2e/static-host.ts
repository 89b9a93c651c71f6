import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { join, normalize } from "node:path";
import { mimes } from "mrmime";
import {
  HEADERS_FILE,
  headersFor,
} from "../../packages/embedded-convex/src/http/page-rules";

/**
 * A host for files, as the page may be put on one. It knows `<path>.html`, `404.html` and `_headers`, and nothing of
 * the product.
 */
export class StaticHost {
  readonly url: string;
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
    const { port } = server.address() as AddressInfo;
    this.url = `http://localhost:${port}`;
  }

  /** @param folder what it serves */
  static async open(folder: string): Promise<StaticHost> {
    const rules = readFileSync(join(folder, HEADERS_FILE), "utf8");
    const server = createServer((request, response) => {
      answer(folder, rules, request, response).catch((error: unknown) =>
        response.destroy(error instanceof Error ? error : undefined),
      );
    });
    await new Promise<void>((resolve) => {
      server.listen(0, "localhost", resolve);
    });
    return new StaticHost(server);
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}

async function answer(
  folder: string,
  rules: string,
  { url = "/" }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname } = new URL(url, "http://localhost");
  for (const [name, value] of headersFor(pathname, rules))
    response.setHeader(name, value);
  const path = pathname === "/" ? "/index" : normalize(pathname);
  for (const [name, status] of [
    [path, 200],
    [`${path}.html`, 200],
    ["/404.html", 404],
  ] as const) {
    const content = await readFile(join(folder, name)).catch(() => null);
    if (content === null) continue;
    const extension = name.slice(name.lastIndexOf(".") + 1);
    const type = mimes[extension] ?? "application/octet-stream";
    response.writeHead(status, { "content-type": type }).end(content);
    return;
  }
}
