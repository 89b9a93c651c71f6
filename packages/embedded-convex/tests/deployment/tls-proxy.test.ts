import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import WebSocket, { type ClientOptions } from "ws";
import { expect, test } from "vitest";
import { pageFiles } from "../../src/http/page-files";
import { messages, people } from "../engine/chat-api";
import {
  afterwards,
  newClient,
  startServer,
  temporaryFolder,
} from "../engine/test-server";
import { rawRequest } from "../engine/raw-connection";
import { TlsProxy } from "./tls-proxy";

const navigation = { accept: "text/html" };
const upgrade = {
  connection: "Upgrade",
  upgrade: "websocket",
  "sec-websocket-version": "13",
  "sec-websocket-key": "AAAAAAAAAAAAAAAAAAAAAA==",
};
const SYNC = "/api/1.48.0/sync";

type Case = { keepsHost: boolean; tells: boolean; trustedProxies: string };

/** Starts a backend behind a TLS proxy, with the proxy's address as its own. */
async function startBehindProxy({
  keepsHost = false,
  tells = true,
  trustedProxies = "loopback",
}: Partial<Case> = {}) {
  const proxy = await TlsProxy.open({ keepsHost, tells });
  afterwards(() => proxy.close());
  const server = await startServer({
    publicUrl: proxy.url,
    trustedProxies,
    page: pageFiles(await somePage(), { isSecure: true }),
  });
  proxy.lead(server.port);
  return { proxy, server };
}

async function somePage(): Promise<string> {
  const folder = join(await temporaryFolder(), "dist");
  await mkdir(folder);
  await writeFile(join(folder, "index.html"), "page");
  await writeFile(
    join(folder, "_headers"),
    "/*\n  Strict-Transport-Security: max-age=31536000\n",
  );
  return folder;
}

/** Returns a WebSocket class that trusts the certificate `ca`. */
function trusting(ca: string): typeof globalThis.WebSocket {
  return class extends WebSocket {
    constructor(url: string | URL) {
      super(url, { ca } satisfies ClientOptions);
    }
  } as unknown as typeof globalThis.WebSocket;
}

const clientOf = ({ url, certificate }: TlsProxy) =>
  newClient(url, { webSocketConstructor: trusting(certificate) });

const cases: Case[] = [
  { keepsHost: false, tells: true, trustedProxies: "loopback" },
  { keepsHost: true, tells: true, trustedProxies: "127.0.0.0/8" },
  { keepsHost: true, tells: false, trustedProxies: "127.0.0.1" },
  // Requests through a proxy that the server does not trust work as well.
  { keepsHost: false, tells: true, trustedProxies: "" },
  { keepsHost: false, tells: false, trustedProxies: "" },
  { keepsHost: true, tells: true, trustedProxies: "" },
];

test.each(cases)(
  "the real client, pages and calls work through TLS: %j",
  async (behind) => {
    const { proxy, server } = await startBehindProxy(behind);
    const client = clientOf(proxy);
    client.setAuth(() => server.token("ann"));
    const seen: string[][] = [];
    client.onUpdate(messages.list, { channel: "a" }, (list) => seen.push(list));
    await client.mutation(messages.send, { channel: "a", body: "by TLS" });
    await expect.poll(() => seen.at(-1)).toEqual(["by TLS"]);
    expect(await client.mutation(people.sign, {})).toBe("ann");
    const page = await proxy.ask(proxy.url, navigation);
    expect(page).toMatchObject({ status: 200, body: "page" });
    expect(page.headers["strict-transport-security"]).toBe("max-age=31536000");
    const call = await proxy.ask(
      `${proxy.url}/api/query`,
      { "content-type": "application/json" },
      {
        method: "POST",
        body: JSON.stringify({ path: "people:environment", args: {} }),
      },
    );
    expect(JSON.parse(call.body)).toMatchObject({ value: proxy.url });
  },
);

test("plain HTTP is redirected to TLS if the proxy reports the protocol", async () => {
  const { proxy } = await startBehindProxy();
  const path = "/team?code=AB12CD";
  const { status, headers } = await proxy.ask(
    proxy.plainUrl + path,
    navigation,
  );
  expect(status).toBe(307);
  expect(headers.location).toBe(proxy.url + path);
  expect(headers).not.toHaveProperty("strict-transport-security");
});

test.each(cases.slice(0, 3))(
  "requests for a foreign host name are refused: %j",
  async (behind) => {
    const { proxy, server } = await startBehindProxy(behind);
    const host = "evil.example";
    const direct = `http://127.0.0.1:${server.port}`;
    for (const base of [proxy.url, direct]) {
      for (const [path, headers] of [
        ["/", navigation],
        ["/version", {}],
        ["/told", {}],
        [SYNC, upgrade],
      ] as const) {
        const { status, body } = await proxy.ask(base + path, {
          ...headers,
          host,
        });
        expect(status).toBe(421);
        expect(body).not.toContain(host);
      }
    }
  },
);

test("forwarding headers from untrusted clients reach no function", async () => {
  const { proxy, server } = await startBehindProxy();
  const lies = {
    forwarded: "for=198.51.100.1",
    "x-forwarded-for": "198.51.100.1",
    "x-forwarded-host": "evil.example",
    "x-forwarded-proto": "http",
    "x-real-ip": "198.51.100.1",
  };
  const untrusted = await startServer({ publicUrl: proxy.url });
  const { body } = await proxy.ask(`${untrusted.url}/told`, lies);
  const told = JSON.parse(body) as Record<string, string>;
  expect(told).toMatchObject({ "x-forwarded-for": "127.0.0.1" });
  expect(Object.keys(told).filter((name) => name in lies)).toEqual([
    "x-forwarded-for",
  ]);
  // The address that a trusted proxy appends to the client's header counts.
  const through = await proxy.ask(`${proxy.url}/told`, {
    "x-forwarded-for": "198.51.100.1, nonsense",
  });
  expect(JSON.parse(through.body)).toMatchObject({
    "x-forwarded-for": "127.0.0.1",
  });
  expect(server.log).toEqual([]);
});

test("a request target that is not a path is refused", async () => {
  const { server } = await startBehindProxy();
  const answers = await Promise.all(
    ["http://evil.example/", "evil.example:443", "*"].map((target) =>
      rawRequest(
        server.port,
        `GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
      ),
    ),
  );
  for (const answer of answers) {
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).not.toContain("evil.example");
  }
});
