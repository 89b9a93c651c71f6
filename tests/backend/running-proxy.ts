import { spawn, spawnSync } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import http, {
  createServer,
  type Agent,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import https from "node:https";
import { dirname, join } from "node:path";
import type { Duplex } from "node:stream";
import { text } from "node:stream/consumers";
import { vi } from "vitest";
import { freePort } from "../../packages/embedded-convex/tests/base/free-port";
import {
  afterwards,
  temporaryFolder,
} from "../../packages/embedded-convex/tests/base/afterwards";
import { listen } from "../../packages/embedded-convex/tests/base/listen";
import { selfSigned } from "../../packages/embedded-convex/tests/deployment/self-signed";

type Asked = {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  /** The visitor's address, one of this machine. */
  from?: string;
};

export type Answer = {
  status: number;
  headers: IncomingMessage["headers"];
  body: string;
};

const UPGRADE = {
  connection: "Upgrade",
  upgrade: "websocket",
  "sec-websocket-version": "13",
  "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
};

/** Where Debian puts servers, which not everybody's PATH has. */
const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` };

/** Whether a web server is installed; tests that run it are left out without it. */
export const isInstalled = (program: "nginx" | "caddy") =>
  spawnSync(program, ["-v"], { env }).error === undefined;

/** Creates a folder with files as dist/ has them. */
export async function somePages(): Promise<string> {
  const folder = await temporaryFolder();
  const pages = ["index", "google", "join", "404"].map((name) => [
    `${name}.html`,
    `<title>${name}</title>`,
  ]);
  for (const [name = "", content = ""] of [
    ...pages,
    ["assets/main-a1.js", "export {};"],
    ["_headers", "/*"],
  ]) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  return folder;
}

/** A backend that says how long bodies are, answers no `/…/hang`, and is silent on its sockets. */
export async function startCounter() {
  const hanging: ServerResponse[] = [];
  const server = createServer((incoming, response) => {
    let bytes = 0;
    incoming.on("data", (part: Buffer) => (bytes += part.length));
    incoming.on("end", () => {
      if (incoming.url?.endsWith("/hang")) hanging.push(response);
      else response.end(String(bytes));
    });
  });
  server.on("upgrade", (_, socket) => {
    afterwards(() => socket.destroy());
    socket.on("error", () => {});
    socket.write("HTTP/1.1 101 Switching Protocols\r\n");
    socket.write("Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n");
  });
  return { port: await listen(server), hanging };
}

/**
 * Runs `.deploy/nginx.conf` with other paths and ports. Within, visitors have the
 * address that `x-tested-address` says, if there is one.
 */
export async function runNginx(
  source: string,
  backend: number,
  port: number,
): Promise<RunningProxy> {
  const folder = await temporaryFolder();
  const root = await somePages();
  const plain = await freePort();
  const replaced = [
    [/hackarena\.example/g, "localhost"],
    [/\S+\/fullchain\.pem/, join(folder, "cert.pem")],
    [/\S+\/privkey\.pem/, join(folder, "key.pem")],
    [/root \S+;/, `root ${root};`],
    [/listen \[::\].*;\n/g, ""],
    [/listen 80;/, `listen ${plain};`],
    [/listen 443 ssl;/, `listen ${port} ssl;`],
    [/127\.0\.0\.1:321[01]/g, `127.0.0.1:${backend}`],
  ] as const;
  let site = source;
  for (const [what, by] of replaced) {
    const changed = site.replace(what, by);
    if (changed === site) throw new Error(`nginx.conf has no ${what}`);
    site = changed;
  }
  // What the file asks for outside of itself is written in its comments.
  const [outside = ""] = /worker_rlimit.*;\n#.*\}/.exec(site) ?? [];
  const kept = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (kind) => `${kind}_temp_path ${join(folder, kind)};`,
  );
  const main = join(folder, "nginx.conf");
  await writeFile(join(folder, "cert.pem"), selfSigned.cert);
  await writeFile(join(folder, "key.pem"), selfSigned.key);
  await writeFile(join(folder, "site.conf"), site);
  await writeFile(
    main,
    `daemon off; worker_processes 2; pid ${join(folder, "pid")};
${process.getuid?.() === 0 ? "user root root;" : ""}
${outside.replace("#", "")}
http {
  access_log off; ${kept.join(" ")}
  set_real_ip_from 127.0.0.0/8; real_ip_header X-Tested-Address;
  include ${join(folder, "site.conf")};
}`,
  );
  const args = ["-c", main, "-e", join(folder, "error.log")];
  const check = spawnSync("nginx", ["-t", ...args], { env, encoding: "utf8" });
  if (check.status !== 0) throw new Error(check.stderr);
  return running("nginx", args, `https://localhost:${port}`);
}

/** Runs `.deploy/Caddyfile` with other ports, and without TLS. */
export async function runCaddy(
  source: string,
  backend: number,
  port: number,
): Promise<RunningProxy> {
  const folder = await temporaryFolder();
  const file = join(folder, "Caddyfile");
  const site = source
    .replace(/127\.0\.0\.1:321[01]/g, `127.0.0.1:${backend}`)
    .replace("{\n\tservers", "{\n\tadmin off\n\tservers");
  await writeFile(file, site);
  const url = `http://localhost:${port}`;
  const args = ["run", "--adapter", "caddyfile", "--config", file];
  return running("caddy", args, url, {
    SITE_NAME: url,
    SITE_ROOT: await somePages(),
    HOME: folder,
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
  });
}

/** A web server that runs until the test is over. */
export class RunningProxy {
  readonly #agent: Agent;
  readonly #sockets = new Set<Duplex>();

  constructor(readonly url: string) {
    const { Agent } = url.startsWith("https:") ? https : http;
    this.#agent = new Agent({ keepAlive: true });
  }

  /** Sends a request. An accepted upgrade stays open until the proxy is closed. */
  ask(path: string, { body, from, ...asked }: Asked = {}): Promise<Answer> {
    const { request } = this.url.startsWith("https:") ? https : http;
    return new Promise((resolve, reject) => {
      const options = { ...asked, agent: this.#agent, ca: selfSigned.cert };
      const sent = request(
        `${this.url}${path}`,
        { ...options, family: 4, localAddress: from },
        (response) => {
          const { statusCode: status = 0, headers } = response;
          text(response).then((read) => {
            resolve({ status, headers, body: read });
          }, reject);
        },
      );
      sent.on("upgrade", ({ statusCode: status = 0, headers }, socket) => {
        this.#sockets.add(socket);
        resolve({ status, headers, body: "" });
      });
      sent.on("error", reject);
      sent.end(body);
    });
  }

  /** Opens a WebSocket, and returns the status of the answer. */
  async upgrade(from?: string): Promise<number> {
    const asked = { headers: UPGRADE, from };
    return (await this.ask("/api/1.0.0/sync", asked)).status;
  }

  close(): void {
    this.#agent.destroy();
    for (const socket of this.#sockets) socket.destroy();
  }
}

async function running(
  program: string,
  args: string[],
  url: string,
  settings = {},
): Promise<RunningProxy> {
  const child = spawn(program, args, {
    env: { ...env, ...settings },
    stdio: "ignore",
  });
  const exit = new Promise((resolve) => child.once("exit", resolve));
  const proxy = new RunningProxy(url);
  afterwards(async () => {
    proxy.close();
    child.kill("SIGTERM");
    await exit;
  });
  await vi.waitFor(() => proxy.ask("/"), { timeout: 30_000 });
  return proxy;
}
