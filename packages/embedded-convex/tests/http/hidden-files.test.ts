import { mkdir, symlink, writeFile } from "node:fs/promises";
import { rawRequest } from "../engine/raw-connection";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { temporaryFolder } from "../base/afterwards";
import { pageFiles } from "../../src/http/page-files";
import { startPages } from "./page-server";

/** A project as it lies on a disk; all that visitors may see is in `dist`. */
const SECRET = "nobody's business";
const SECRETS = [
  "secret.txt",
  ".env.local",
  "package.json",
  "convex/auth.ts",
  ".git/config",
  ".data/keys.json",
  ".data/outbox/a.eml",
  "dist-old/index.html",
  "dist/.stamp",
  "dist/.env.local",
  "dist/.git/config",
  "dist/_headers",
  "dist/assets/.hidden.js",
];

let root: string;
let pages: Awaited<ReturnType<typeof startPages>>;

beforeAll(async () => {
  root = await temporaryFolder();
  await mkdir(join(root, "dist", "assets"), { recursive: true });
  for (const path of SECRETS) {
    await mkdir(join(root, path, ".."), { recursive: true });
    await writeFile(join(root, path), SECRET);
  }
  await writeFile(join(root, "dist", "index.html"), "page");
  await writeFile(join(root, "dist", "404.html"), "nothing here");
  await writeFile(join(root, "dist", "assets", "app.js"), "code()");
  const handle = pageFiles(join(root, "dist"), { isSecure: false });
  pages = await startPages((...exchange) => void handle(...exchange));
});

/** Sends the bytes as they are and returns everything that comes back. */
const send = (path: string, accept = "text/html") =>
  rawRequest(
    pages.port,
    `GET ${path} HTTP/1.1\r\nHost: a.example\r\nAccept: ${accept}\r\nConnection: close\r\n\r\n`,
  );

const climbs = [
  "/..",
  "/%2e%2e",
  "/.%2e",
  "/%2E%2E",
  "/..%2f",
  "/%2e%2e%2f",
  "/..%5c",
  "/..\\",
  "/%252e%252e",
  "/..%252f",
  "/%c0%ae%c0%ae",
  "/..;",
  "/...",
  "//..",
  "/./..",
  "/assets/../..",
  "/assets/%2e%2e/%2e%2e",
  "/assets/..%2f..",
  "/assets/..%5c..%5c",
  "/assets/..\\..",
  "/\u0000/..",
  "/assets/%00/../..",
  "/..%00",
  "?/../..",
  "#/../..",
];

test.each(climbs)("%j leads out of the page nowhere", async (climb) => {
  for (const name of ["/secret.txt", "/.env.local", "/dist-old/index.html"]) {
    for (const joint of ["", "%2f", "%5c", "\\"]) {
      const answer = await send(climb + joint + name);
      expect(answer).not.toContain(SECRET);
      expect(answer).toMatch(/^HTTP\/1\.1 (400 |404 |200 [^]*page$)/);
    }
  }
});

const own = SECRETS.filter((path) => path.startsWith("dist/")).map((path) =>
  path.slice("dist".length),
);

test.each(own)(
  "%s is in the page's folder, but not for visitors",
  async (path) => {
    const forms = [
      path,
      path.replaceAll(".", "%2e"),
      path.replaceAll("_", "%5f"),
      path.replaceAll("/", "//"),
      `${path}/`,
      `${path}?x`,
      `${path}%00`,
      `${path}%00.html`,
      `/assets/..${path}`,
      `/x\\..${path}`,
      `${path.slice(0, 1)}%2f${path.slice(1)}`,
    ];
    for (const form of forms) {
      for (const accept of ["text/html", "*/*"]) {
        const answer = await send(form, accept);
        expect(answer).not.toContain(SECRET);
        expect(answer).toMatch(/^HTTP\/1\.1 (400|404) /);
      }
    }
  },
);

test.each([
  "/secret.txt",
  "/package.json",
  "/convex/auth.ts",
  "/.data/keys.json",
])("%s of the project is not part of the page", async (path) => {
  const answer = await send(path, "*/*");
  expect(answer).toMatch(/^HTTP\/1\.1 404 /);
  expect(answer).not.toContain(SECRET);
});

test.each(["/%", "/%zz", "/%c3%28", "/%00", "/a%0d%0aSet-Cookie:x", "/%ff"])(
  "%s is no address and does no harm",
  async (path) => {
    const answer = await send(path);
    expect(answer).toMatch(/^HTTP\/1\.1 404 /);
    expect(answer).not.toContain("Set-Cookie");
  },
);

test("a very long address is no address", async () => {
  expect(await send(`/${"a".repeat(8_000)}`)).toMatch(/^HTTP\/1\.1 404 /);
  expect(await send(`/${"a".repeat(20_000)}`)).toMatch(/^HTTP\/1\.1 431 /);
});

test("a folder is no file", async () => {
  expect(await send("/assets", "*/*")).toMatch(/^HTTP\/1\.1 404 /);
  expect(await send("/assets/", "*/*")).toMatch(/^HTTP\/1\.1 404 /);
});

test("a link out of the folder is not followed", async () => {
  await symlink(join(root, "secret.txt"), join(root, "dist", "linked.txt"));
  await symlink(join(root, ".data"), join(root, "dist", "linked"));
  for (const path of ["/linked.txt", "/linked/keys.json"]) {
    const answer = await send(path, "*/*");
    expect(answer).toMatch(/^HTTP\/1\.1 404 /);
    expect(answer).not.toContain(SECRET);
  }
});
