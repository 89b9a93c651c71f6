import { readFileSync } from "node:fs";
import { join } from "node:path";
import { makeFunctionReference } from "convex/server";
import { describe, expect, test, vi } from "vitest";
import WebSocket from "ws";
import { freePort } from "../../packages/embedded-convex/tests/base/free-port";
import { headersFor } from "../../packages/embedded-convex/src/http/page-rules";
import { selfSigned } from "../../packages/embedded-convex/tests/deployment/self-signed";
import {
  newClient,
  startServer,
} from "../../packages/embedded-convex/tests/engine/test-server";
import { venue } from "../../src/content/contact";
import { paths } from "../../src/paths";
import { hostHeaders } from "../../src/prerender/host-headers";
import {
  isInstalled,
  runCaddy,
  runNginx,
  startCounter,
  type RunningProxy,
} from "./running-proxy";

const list = makeFunctionReference<"query">("messages:list");
const send = makeFunctionReference<"mutation">("messages:send");

const FOLDER = join(import.meta.dirname, "../../.deploy");
const read = (name: string) => readFileSync(join(FOLDER, name), "utf8");

/** The rules of dist/_headers when the page and its deployment share an origin. */
const rules = hostHeaders({
  deploymentUrl: undefined,
  siteUrl: undefined,
  tokenSyncUrl: undefined,
  mapUrl: venue.map.embedHref,
  inlineScript: readFileSync("public/first-paint.js", "utf8"),
});

const addresses = [...Object.values(paths), "/nowhere", "/assets/main-a1.js"];

test.each([
  ["Caddyfile", (path: string) => `rewrite ${path}/* ${path}\n`],
  ["nginx.conf", (path: string) => `rewrite (?i)^${path}/. ${path} last;`],
])(
  "%s lets one page answer for all invitations, and one for all projects, and leads to the ports of compose.yaml",
  (name, rewrite) => {
    const source = read(name);
    for (const path of [paths.join, paths.projects])
      expect(source).toContain(rewrite(path));
    expect(ports(source)).toEqual(["3211", "3210"]);
  },
);

/** Files without a rule are revalidated on each use; without `no-cache` browsers guess a lifetime. */
function expected(path: string): Record<string, string> {
  const headers = Object.fromEntries(headersFor(path, rules));
  return { "cache-control": "no-cache", ...headers };
}

describe("Caddyfile", () => {
  const source = read("Caddyfile");

  test.each(addresses)("sends %s with the page's headers", (path) => {
    expect(caddyHeaders(source, path)).toEqual(expected(path));
  });

  test.skipIf(!isInstalled("caddy"))(
    "runs: pages, functions and sockets get through, too large bodies do not (where Caddy is installed)",
    async () => {
      await expectServed((port) => runCaddy(source, port.backend, port.own));
      const { port } = await startCounter();
      const proxy = await runCaddy(source, port, await freePort());
      const post = { method: "POST", body: "x".repeat(7_000_000) };
      expect((await proxy.ask("/api/query", post)).status).not.toBe(200);
      expect((await proxy.ask("/api/auth/callback", post)).status).not.toBe(
        200,
      );
      const pushed = await proxy.ask("/api/deploy2/start_push", post);
      expect(pushed).toMatchObject({ status: 200, body: "7000000" });
    },
  );
});

describe("nginx.conf", () => {
  const source = read("nginx.conf");

  test.each(addresses)("sends %s with the page's headers", (path) => {
    expect(nginxHeaders(source, path)).toEqual(expected(path));
    // nginx maps the URI of the file that it sends, not the requested one.
    const file = path === "/" ? "/index.html" : `${path}.html`;
    const sent = path.startsWith("/assets/") ? path : file;
    expect(nginxHeaders(source, sent)).toEqual(expected(path));
  });

  describe.skipIf(!isInstalled("nginx"))(
    "runs (where nginx is installed)",
    () => {
      const start = async (site = source) => {
        const { port, hanging } = await startCounter();
        return {
          proxy: await runNginx(site, port, await freePort()),
          hanging,
        };
      };

      test("pages, functions and sockets get through", async () => {
        await expectServed((port) => runNginx(source, port.backend, port.own));
      });

      test("a hall of 960 sockets and as many more get in, the next one not, another address does", async () => {
        const { proxy } = await start();
        expect(await times(2_000, () => proxy.upgrade())).toEqual({
          101: 2_000,
        });
        const next = await proxy.ask("/api/sync");
        expect(next.status).toBe(429);
        expect(next.headers["retry-after"]).toBe("5");
        expect(await proxy.upgrade("127.0.0.2")).toBe(101);
        // Those who are in can go on.
        expect((await proxy.ask("/api/query")).status).toBe(200);
        expect((await proxy.ask("/")).status).toBe(200);
      });

      test.each(["/api/hang", "/api/auth/hang"])(
        "960 tabs ask for %s at once",
        async (path) => {
          const { proxy, hanging } = await start();
          for (let tab = 0; tab < 960; tab++) proxy.ask(path).catch(() => {});
          await vi.waitFor(() => expect(hanging).toHaveLength(960), {
            timeout: 60_000,
          });
        },
      );

      test("uploads of an address that come too fast are refused, those of another are not", async () => {
        const { proxy } = await start();
        const upload = async (from?: string) =>
          (await proxy.ask("/api/storage/upload", { method: "POST", from }))
            .status;
        const { 200: taken = 0, 429: refused = 0 } = await times(1_600, () =>
          upload(),
        );
        expect(taken).toBeGreaterThan(1_000);
        expect(refused).toBeGreaterThan(0);
        expect(await upload("127.0.0.2")).toBe(200);
      });

      test("an IPv6 address is its /64, and a /48 holds four times as much", async () => {
        const { proxy, hanging } = await start();
        const hold = (address: string) =>
          proxy.ask("/api/import/hang", {
            headers: { "x-tested-address": address },
          });
        for (let network = 1; network <= 4; network++) {
          for (let host = 1; host <= 10; host++)
            hold(`2001:db8:1:${network}::${host}`).catch(() => {});
          await vi.waitFor(() => expect(hanging).toHaveLength(10 * network));
          expect((await hold(`2001:db8:1:${network}:ffff::`)).status).toBe(429);
        }
        expect((await hold("2001:db8:1:5::1")).status).toBe(429);
        hold("2001:db8:2:1::1").catch(() => {});
        await vi.waitFor(() => expect(hanging).toHaveLength(41));
      });

      test("the hall's address, once it is named, has no limit before the backend's", async () => {
        const named = source.replace('#203.0.113.7 "";', '203.0.113.7 "";');
        const { proxy, hanging } = await start(named);
        const headers = { "x-tested-address": "203.0.113.7" };
        for (let i = 0; i < 11; i++)
          proxy.ask("/api/import/hang", { headers }).catch(() => {});
        await vi.waitFor(() => expect(hanging).toHaveLength(11));
      });

      test("bodies larger than what takes them are refused before the backend hears of them", async () => {
        const { proxy } = await start();
        const body = "x".repeat(3_000_000);
        const post = async (path: string) =>
          (await proxy.ask(path, { method: "POST", body })).status;
        expect(await post("/api/query")).toBe(413);
        expect(await post("/api/auth/callback")).toBe(413);
        expect(await post("/api/storage/upload")).toBe(200);
        expect(await post("/api/deploy2/start_push")).toBe(200);
      });
    },
  );
});

/** Calls `ask` that often, fifty at a time, and counts the statuses. */
async function times(count: number, ask: () => Promise<number>) {
  const statuses: Record<number, number> = {};
  let left = count;
  const askOn = async () => {
    while (left-- > 0) {
      const status = await ask();
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: 50 }, askOn));
  return statuses;
}

/** Expects pages with their headers, an HTTP action, and a query and a mutation over a socket. */
async function expectServed(
  run: (port: { backend: number; own: number }) => Promise<RunningProxy>,
) {
  const own = await freePort();
  const backend = await freePort();
  const proxy = await run({ backend, own });
  await startServer({
    port: backend,
    publicUrl: proxy.url,
    trustedProxies: "loopback",
  });
  for (const path of ["/", "/google", "/assets/main-a1.js", "/nowhere"]) {
    const { status, headers } = await proxy.ask(path);
    expect(status).toBe(path === "/nowhere" ? 404 : 200);
    expect(headers).toMatchObject(expected(path));
  }
  expect((await proxy.ask("/join/CODE")).body).toContain("join");
  expect((await proxy.ask("/_headers")).status).toBe(404);
  const { body } = await proxy.ask("/.well-known/openid-configuration");
  expect(JSON.parse(body)).toMatchObject({ issuer: proxy.url });

  class TrustingSocket extends WebSocket {
    constructor(url: string) {
      super(url, { ca: selfSigned.cert });
    }
  }
  const client = newClient(proxy.url, {
    webSocketConstructor:
      TrustingSocket as unknown as typeof globalThis.WebSocket,
  });
  await client.mutation(send, { channel: "hall", body: "Hello" });
  expect(await client.query(list, { channel: "hall" })).toEqual(["Hello"]);
}

/** The backend's ports in the order of their first use. */
function ports(source: string): (string | undefined)[] {
  const found = source.matchAll(/(?:reverse_proxy|server) 127\.0\.0\.1:(\d+)/g);
  return [...new Set([...found].map(([, port]) => port))];
}

/** Returns the headers that the `header` directives of the `route` block set for a path; the last one wins. */
function caddyHeaders(source: string, path: string): Record<string, string> {
  const [, route = ""] = /route \{([\s\S]*?)try_files/.exec(source) ?? [];
  const headers: Record<string, string> = {};
  let pattern = "";
  for (const line of route.split("\n").map((text) => text.trim())) {
    const [, matcher, rest = line] = /^header (\/\S*) (.*)$/.exec(line) ?? [];
    pattern = matcher ?? pattern;
    const [, name, value] = /^([\w-]+) "(.*)"$/.exec(rest) ?? [];
    if (name === undefined || value === undefined) continue;
    const isPrefix = pattern.endsWith("*");
    const fits = isPrefix
      ? path.startsWith(pattern.slice(0, -1))
      : path === pattern;
    if (fits) headers[name.toLowerCase()] = value;
  }
  return headers;
}

/** Returns the headers that the `add_header` lines and their maps set for a file; nginx omits empty values. */
function nginxHeaders(source: string, uri: string): Record<string, string> {
  const variables = new Map(
    [...source.matchAll(/map \$uri \$(\w+) \{([^}]*)\}/g)].map(
      ([, name = "", entries = ""]) => [`$${name}`, mapped(entries, uri)],
    ),
  );
  const [, pages = ""] = /location \/ \{([^}]*)\}/.exec(source) ?? [];
  const lines = [...pages.matchAll(/add_header (\S+) (.+) always;/g)];
  return Object.fromEntries(
    lines
      .map(([, name = "", value = ""]) => [
        name.toLowerCase(),
        variables.get(value) ?? value.replace(/^"|"$/g, ""),
      ])
      .filter(([, value]) => value !== ""),
  );
}

function mapped(entries: string, uri: string): string {
  const lines = [...entries.matchAll(/^\s*(\S+) "(.*)";$/gm)];
  const found = lines.find(
    ([, pattern = ""]) =>
      pattern.startsWith("~") && new RegExp(pattern.slice(1)).test(uri),
  );
  const fallback = lines.find(([, pattern]) => pattern === "default");
  return (found ?? fallback)?.[2] ?? "";
}
