import { createServer, get, type IncomingMessage } from "node:http";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { dataBrowserPage } from "../../src/http/data-browser-page";

const SECRET = "nobody's business";
const navigation = { accept: "text/html,application/xhtml+xml" };

let root: string;
let port: number;
const server = createServer();

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "data-browser-"));
  const build = join(root, "build");
  await mkdir(join(build, "assets"), { recursive: true });
  await writeFile(join(build, "index.html"), "<title>Data</title>");
  await writeFile(join(build, "main.tsx"), SECRET);
  await writeFile(join(build, "assets", "main-1a2b.js"), "code()");
  await writeFile(join(build, "assets", ".hidden.js"), SECRET);
  await writeFile(join(root, "keys.json"), SECRET);
  await symlink(join(root, "keys.json"), join(build, "assets", "linked.js"));
  const site = { name: 'Arena "&" <b>', home: "/organiser" };
  const page = (url: string) => dataBrowserPage(build, new URL(url));
  const named = dataBrowserPage(build, new URL("http://127.0.0.1:3000"), site);
  const plain = page("http://127.0.0.1:3000");
  const secure = page("https://arena.example");
  server.on("request", (incoming, response) => {
    const answers = { tls: secure, site: named };
    const answer =
      answers[incoming.headers.via as keyof typeof answers] ?? plain;
    void answer(incoming, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  port = (server.address() as AddressInfo).port;
});

afterAll(async () => {
  server.close();
  await rm(root, { recursive: true });
});

/** Sends the path as it is: fetch would tidy it up first. */
function request(
  path: string,
  headers: Record<string, string> = {},
  method = "GET",
): Promise<IncomingMessage & { body: string }> {
  return new Promise((resolve, reject) => {
    const options = { port, host: "127.0.0.1", path, headers, method };
    get(options, (response) => {
      let body = "";
      response.setEncoding("utf8");
      response.on("data", (text: string) => (body += text));
      response.on("end", () => resolve(Object.assign(response, { body })));
    }).on("error", reject);
  });
}

test.each([
  "/_data",
  "/_data/",
  "/_data/?table=users",
  "/_data/tables/users",
  "/_data/main.tsx",
  "/_data/index.html",
])(
  "a browser that goes to %s gets the index, to be kept nowhere",
  async (path) => {
    const { statusCode, headers, body } = await request(path, navigation);
    expect(statusCode).toBe(200);
    expect(body).toBe("<title>Data</title>");
    expect(headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(headers["cache-control"]).toBe("no-store");
  },
);

test("a file that the index names may be kept for ever", async () => {
  const { statusCode, headers, body } = await request(
    "/_data/assets/main-1a2b.js",
  );
  expect(statusCode).toBe(200);
  expect(body).toBe("code()");
  expect(headers["content-type"]).toBe("text/javascript; charset=utf-8");
  expect(headers["cache-control"]).toBe("public, max-age=31536000, immutable");
});

test.each([
  "/_data/assets/gone-3c4d.js",
  "/_data/assets/.hidden.js",
  "/_data/assets/linked.js",
  "/_data/assets",
  "/_data/assets/../main.tsx",
  "/_data/assets/%2e%2e/main.tsx",
  "/_data/assets/..%2f..%2fkeys.json",
  "/_data/assets/..\\..\\keys.json",
  "/_data/assets//main-1a2b.js",
  "/_data/assets/main-1a2b.js%00.css",
  "/_data/%zz",
  "/_data/.stamp",
  "/_data/../keys.json",
])("%s leads nowhere", async (path) => {
  const { statusCode, headers, body } = await request(path, navigation);
  expect(statusCode).toBe(404);
  expect(body).toBe("Not found");
  expect(headers["cache-control"]).toBe("no-store");
});

test("a script that asks for what is no file gets no page", async () => {
  const { statusCode } = await request("/_data/main.tsx", { accept: "*/*" });
  expect(statusCode).toBe(404);
});

test.each(["/_data", "/_data/assets/main-1a2b.js", "/_data/assets/gone.js"])(
  "nothing may be added to %s, frame it or list it",
  async (path) => {
    const { headers } = await request(path, navigation);
    const policy = String(headers["content-security-policy"]).split("; ");
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("style-src 'self'");
    expect(policy).toContain("connect-src 'self' ws://127.0.0.1:3000");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy.join()).not.toMatch(/unsafe|\*|data:/);
    expect(headers).toMatchObject({
      "x-robots-tag": "noindex, nofollow",
      "x-frame-options": "DENY",
      "referrer-policy": "no-referrer",
      "cross-origin-resource-policy": "same-origin",
    });
  },
);

test("with TLS in front, sockets are by TLS", async () => {
  const { headers } = await request("/_data", { ...navigation, via: "tls" });
  expect(headers["content-security-policy"]).toContain(
    "connect-src 'self' wss://arena.example;",
  );
});

test("the index names the site that it is told, with every sign kept", async () => {
  const { headers, body } = await request("/_data/tables/x", {
    ...navigation,
    via: "site",
  });
  expect(body).toContain(
    '<meta name="application-name" content="Arena &quot;&amp;&quot; &lt;b>" data-home="/organiser" />',
  );
  expect(body).toContain("<title>Data</title>");
  expect(headers["cache-control"]).toBe("no-store");
  expect(headers["content-security-policy"]).toContain("script-src 'self'");
  const asset = await request("/_data/assets/main-1a2b.js", { via: "site" });
  expect(asset.body).toBe("code()");
});

test("only reading is allowed", async () => {
  const { statusCode, headers } = await request("/_data", {}, "POST");
  expect(statusCode).toBe(405);
  expect(headers.allow).toBe("GET, HEAD");
});
