import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { temporaryFolder } from "../base/afterwards";
import { dataBrowserPage } from "../../src/http/data-browser-page";
import { navigation, startPages } from "./page-server";

const SECRET = "nobody's business";

let root: string;
let pages: Awaited<ReturnType<typeof startPages>>;
const request: typeof pages.request = (...asked) => pages.request(...asked);

beforeAll(async () => {
  root = await temporaryFolder();
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
  pages = await startPages((incoming, response) => {
    const answers = { tls: secure, site: named };
    const answer =
      answers[incoming.headers.via as keyof typeof answers] ?? plain;
    void answer(incoming, response);
  });
});

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
    const { response, body } = await request(path, navigation);
    expect(response.statusCode).toBe(200);
    expect(body).toBe("<title>Data</title>");
    expect(response.headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(response.headers["cache-control"]).toBe("no-store");
  },
);

test.each([
  "/_data/assets/gone-3c4d.js",
  "/_data/assets/.hidden.js",
  "/_data/assets/linked.js",
  "/_data/assets",
  "/_data/assets/..%2f..%2fkeys.json",
])("%s leads nowhere", async (path) => {
  const { response, body } = await request(path, navigation);
  expect(response.statusCode).toBe(404);
  expect(body).toBe("Not found");
  expect(response.headers["cache-control"]).toBe("no-store");
});

test("a script that asks for what is no file gets no page", async () => {
  const { response } = await request("/_data/main.tsx", { accept: "*/*" });
  expect(response.statusCode).toBe(404);
});

test.each(["/_data", "/_data/assets/main-1a2b.js", "/_data/assets/gone.js"])(
  "nothing may be added to %s, frame it or list it",
  async (path) => {
    const { response } = await request(path, navigation);
    const policy = String(response.headers["content-security-policy"]).split(
      "; ",
    );
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("style-src 'self'");
    expect(policy).toContain("connect-src 'self' ws://127.0.0.1:3000");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy.join()).not.toMatch(/unsafe|\*|data:/);
    expect(response.headers).toMatchObject({
      "x-robots-tag": "noindex, nofollow",
      "x-frame-options": "DENY",
      "referrer-policy": "no-referrer",
      "cross-origin-resource-policy": "same-origin",
    });
  },
);

test("with TLS in front, sockets are by TLS", async () => {
  const { response } = await request("/_data", { ...navigation, via: "tls" });
  expect(response.headers["content-security-policy"]).toContain(
    "connect-src 'self' wss://arena.example;",
  );
});

test("the index names the site that it is told, with every sign kept", async () => {
  const { response, body } = await request("/_data/tables/x", {
    ...navigation,
    via: "site",
  });
  expect(body).toContain(
    '<meta name="application-name" content="Arena &quot;&amp;&quot; &lt;b>" data-home="/organiser" />',
  );
  expect(body).toContain("<title>Data</title>");
  expect(response.headers["cache-control"]).toBe("no-store");
  expect(response.headers["content-security-policy"]).toContain(
    "script-src 'self'",
  );
  const asset = await request("/_data/assets/main-1a2b.js", { via: "site" });
  expect(asset.body).toBe("code()");
});

test("only reading is allowed", async () => {
  const { response } = await request("/_data", {}, "POST");
  expect(response.statusCode).toBe(405);
  expect(response.headers.allow).toBe("GET, HEAD");
});
