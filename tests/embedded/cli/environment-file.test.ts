import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseEnv, promisify } from "node:util";
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from "jose";
import { afterEach, beforeEach, expect, test } from "vitest";
import { api } from "../../../convex/_generated/api";
import {
  closeAll,
  newClient,
  startServer,
  temporaryFolder,
  type TestServer,
} from "../engine/test-server";
import { PRODUCT_FUNCTIONS, signedIn, signUp } from "../product/stage";
import { notesApp } from "./notes-app";
import { Project } from "./project";

const SECRETS = join(import.meta.dirname, "../../../.deploy/secrets.mjs");

let server: TestServer;
let project: Project;
/** The file with everything that a deployment's functions are told. */
let file: string;
let values: Record<string, string>;

beforeEach(async () => {
  server = await startServer({ functions: PRODUCT_FUNCTIONS });
  project = await Project.create(server);
  const folder = await temporaryFolder();
  await promisify(execFile)(process.execPath, [SECRETS, "--folder", folder]);
  file = join(folder, "functions.env");
  values = parseEnv(await readFile(file, "utf8")) as Record<string, string>;
});
afterEach(closeAll);

const set = (...options: string[]) =>
  project.cli("env", "set", "--from-file", file, ...options);

const get = async (name: string) =>
  (await project.output("env", "get", name)).trim();

test("one command tells a deployment all of a file, and its keys count", async () => {
  expect((await set()).code).toBe(0);
  const names = await project.output("env", "list", "--names-only");
  expect(names.trim().split("\n").sort()).toEqual(Object.keys(values).sort());
  for (const name of ["JWT_PRIVATE_KEY", "JWKS", "SITE_URL"]) {
    expect(await get(name)).toBe(values[name]);
  }
  const stranger = newClient(server.url);
  const token = await signUp(stranger, "Asha", "asha@example.in");
  const keys = JSON.parse(values.JWKS ?? "") as JSONWebKeySet;
  const { payload } = await jwtVerify(token, createLocalJWKSet(keys));
  expect(payload.iss).toBe(server.url);
  const asha = signedIn(server.url, token);
  expect((await asha.query(api.users.me, {}))?.name).toBe("Asha");
});

test("told again it changes nothing; another value counts only by force", async () => {
  await set();
  const again = await set();
  expect([again.code, again.stderr]).toEqual([
    0,
    expect.stringContaining("already"),
  ]);
  const moved = (await readFile(file, "utf8")).replace(
    "https://hackarena.example",
    "https://arena.example.in",
  );
  await writeFile(file, `${moved}AUTH_RESEND_KEY=re_1\n`);
  const refused = await set();
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain("SITE_URL already exists");
  expect(await get("SITE_URL")).toBe("https://hackarena.example");
  const names = await project.output("env", "list", "--names-only");
  expect(names).not.toContain("AUTH_RESEND_KEY");
  expect((await set("--force")).code).toBe(0);
  expect(await get("SITE_URL")).toBe("https://arena.example.in");
  expect(await get("AUTH_RESEND_KEY")).toBe("re_1");
});

test("deploy tells the page's build where the deployment is", async () => {
  const manifest = {
    name: "app",
    dependencies: { convex: "1" },
    devDependencies: { vite: "8" },
  };
  await project.write("package.json", JSON.stringify(manifest));
  for (const [path, text] of Object.entries(notesApp)) {
    await project.write(path, text);
  }
  const build = `node -e "fs.writeFileSync('url', process.env.VITE_CONVEX_URL)"`;
  const options = ["--typecheck", "disable", "--cmd", build];
  await project.output("deploy", "-y", ...options);
  expect(await project.read("url")).toBe(server.url);
});
