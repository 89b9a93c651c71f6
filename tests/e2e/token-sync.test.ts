import { cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Browser } from "playwright-core";
import {
  afterAll,
  afterEach,
  beforeAll,
  expect,
  inject,
  test,
  vi,
} from "vitest";
import { launchBrowser } from "./browser";
import { Person } from "./person";
import { Product } from "./product";

/** What the page is built from. */
const SOURCES = [
  "convex",
  "embedded",
  "index.html",
  "package-lock.json",
  "package.json",
  "public",
  "src",
  "vite.config.ts",
];

type Call = { method: string | undefined; token: string };

/** The other system, on an origin of its own: it hears only what its answers to the browser allow. */
const calls: Call[] = [];
let server: Server;
let root: string;
let browser: Browser;
let product: Product;

beforeAll(async () => {
  const url = await listen();
  root = copySources();
  [browser, product] = await Promise.all([
    launchBrowser(inject("browser")),
    Product.start({ VITE_TOKEN_SYNC_URL: url }, root),
  ]);
});
afterAll(async () => {
  await browser.close();
  await product.remove();
  rmSync(root, { recursive: true, force: true });
  server.close();
});
afterEach(() => {
  calls.length = 0;
});

async function listen(): Promise<string> {
  server = createServer(({ method, headers }, response) => {
    response.setHeader("Access-Control-Allow-Origin", headers.origin ?? "");
    response.setHeader("Access-Control-Allow-Methods", "POST, DELETE");
    response.setHeader("Access-Control-Allow-Headers", "Authorization");
    const [scheme, token = ""] = headers.authorization?.split(" ") ?? [];
    if (scheme === "Bearer") calls.push({ method, token });
    response.writeHead(204).end();
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}/session`;
}

/** The page is built with the address in it, and must not take the place of the one that other tests use. */
function copySources(): string {
  const folder = mkdtempSync(join(tmpdir(), "hackarena-sources-"));
  for (const name of SOURCES) {
    cpSync(name, join(folder, name), { recursive: true });
  }
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
  return folder;
}

const methods = () => calls.map(({ method }) => method);

/** Whose token it is, as far as the token itself says. */
function subjectOf(token: string): unknown {
  const [, payload = ""] = token.split(".");
  const claims: { sub?: unknown } = JSON.parse(
    Buffer.from(payload, "base64url").toString(),
  );
  return claims.sub;
}

test("a sign-in is told with the token, a sign-out with the same person's", async () => {
  const asha = await Person.arrive(browser, product.url, "Asha Rao");
  await asha.register();
  await vi.waitFor(() => expect(methods()).toEqual(["POST"]));
  await asha.page.getByRole("button", { name: "Logout" }).first().click();
  await asha.sees("Successfully logged out");
  await vi.waitFor(() => expect(methods()).toEqual(["POST", "DELETE"]));
  const [begun, ended] = calls.map(({ token }) => subjectOf(token));
  expect(begun).toMatch(/\|/);
  expect(ended).toBe(begun);
  await asha.goHome();
});

test("a later visit is no sign-in", async () => {
  const ravi = await Person.arrive(browser, product.url, "Ravi Iyer");
  await ravi.register();
  await vi.waitFor(() => expect(methods()).toEqual(["POST"]));
  await ravi.page.clock.setSystemTime(Date.now() + 10 * 60 * 1000);
  await ravi.page.reload();
  await ravi.sees("Welcome, Ravi Iyer");
  await ravi.page.getByRole("button", { name: "Logout" }).first().click();
  await ravi.sees("Successfully logged out");
  await vi.waitFor(() => expect(methods()).toEqual(["POST", "DELETE"]));
  await ravi.goHome();
});

test("nobody notices when the other system does not answer", async () => {
  const meera = await Person.arrive(browser, product.url, "Meera Pillai");
  await meera.page.route("**/session", (route) => route.abort());
  await meera.register();
  await meera.sees("Account created successfully!");
  await meera.page.getByRole("button", { name: "Logout" }).first().click();
  await meera.sees("Successfully logged out");
  expect(calls).toEqual([]);
  expect(await meera.page.getByText("Failed").count()).toBe(0);
  meera.forgiveComplaints();
  await meera.goHome();
});

test("a page that tells nobody does not even have the script for it", () => {
  const scripts = (folder: string) =>
    readdirSync(join(folder, "dist/assets")).filter((name) =>
      name.startsWith("token-sync"),
    );
  expect(scripts(root)).not.toEqual([]);
  expect(scripts(process.cwd())).toEqual([]);
});
