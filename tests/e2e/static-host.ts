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

type Rule = { pattern: string; headers: [name: string, value: string][] };

/**
 * A host for files, as the page may be put on one. It knows `<path>.html`, `404.html` and `_headers`, and nothing of
 * the product. Where several rules set one header it sends all their values, as hosts do.
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
    const rules = parse(readFileSync(join(folder, "_headers"), "utf8"));
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
  rules: Rule[],
  { url = "/" }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname } = new URL(url, "http://localhost");
  for (const [name, values] of headersFor(rules, pathname)) {
    response.setHeader(name, values.join(", "));
  }
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

function headersFor(rules: Rule[], path: string): Map<string, string[]> {
  const headers = new Map<string, string[]>();
  for (const rule of rules.filter(({ pattern }) => matches(pattern, path))) {
    for (const [name, value] of rule.headers) {
      headers.set(name, [...(headers.get(name) ?? []), value]);
    }
  }
  return headers;
}

function matches(pattern: string, path: string): boolean {
  return pattern.endsWith("*")
    ? path.startsWith(pattern.slice(0, -1))
    : path === pattern;
}

function parse(text: string): Rule[] {
  return text.split(/\n(?=\/)/).map((block) => {
    const [pattern = "", ...lines] = block.trimEnd().split("\n");
    const headers = lines
      .filter((line) => line.includes(":"))
      .map((line): [string, string] => {
        const colon = line.indexOf(":");
        return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
      });
    return { pattern, headers };
  });
}
