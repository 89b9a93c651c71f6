import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseEnv, promisify } from "node:util";
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from "jose";
import { beforeAll, expect, test } from "vitest";
import { api } from "#convex/_generated/api";
import {
  newClient,
  startServer,
  temporaryFolder,
  type TestServer,
} from "../../packages/embedded-convex/tests/engine/test-server";
import { quickFunctions, signedIn, signUp } from "./stage";
import { notesApp } from "../../packages/embedded-convex/tests/cli/notes-app";
import {
  type CliResult,
  Project,
} from "../../packages/embedded-convex/tests/cli/project";

const SECRETS = join(import.meta.dirname, "../../.deploy/secrets.mjs");

let server: TestServer;
let project: Project;
/** The env file with all variables of a deployment's functions. */
let file: string;
let values: Record<string, string>;
/** The result of the command that set these variables. */
let told: CliResult;

beforeAll(async () => {
  server = await startServer({ functions: await quickFunctions() });
  project = await Project.create(server);
  const folder = await temporaryFolder();
  await promisify(execFile)(process.execPath, [SECRETS, "--folder", folder]);
  file = join(folder, "functions.env");
  values = parseEnv(await readFile(file, "utf8")) as Record<string, string>;
  told = await set();
});

const set = (...options: string[]) =>
  project.cli("env", "set", "--from-file", file, ...options);

const list = async () => parseEnv(await project.output("env", "list"));

test("one command sets all variables of a file, and its keys sign tokens", async () => {
  expect(told.code).toBe(0);
  expect(Object.keys(values)).toEqual(
    expect.arrayContaining(["JWT_PRIVATE_KEY", "JWKS", "SITE_URL"]),
  );
  expect(await list()).toEqual(values);
  const stranger = newClient(server.url);
  const token = await signUp(stranger, "Asha");
  const keys = JSON.parse(values.JWKS ?? "") as JSONWebKeySet;
  const { payload } = await jwtVerify(token, createLocalJWKSet(keys));
  expect(payload.iss).toBe(server.url);
  const asha = signedIn(server.url, token);
  expect((await asha.query(api.users.me, {}))?.name).toBe("Asha");
});

test("a second run changes nothing; changed values need --force", async () => {
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
  const before = await list();
  expect(before.SITE_URL).toBe("https://hackarena.example");
  expect(before).not.toHaveProperty("AUTH_RESEND_KEY");
  expect((await set("--force")).code).toBe(0);
  expect(await list()).toMatchObject({
    SITE_URL: "https://arena.example.in",
    AUTH_RESEND_KEY: "re_1",
  });
});

test("deploy passes the deployment's URL to the page's build", async () => {
  const server = await startServer({ functions: null });
  const project = await Project.create(server);
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

test("a start says once which variable is wrong", async () => {
  const { log } = await startServer({
    functions: await quickFunctions(),
    envFile: { ALTCHA_RESETS_PER_HOUR: "many" },
  });
  expect(log.filter((line) => line.includes("ALTCHA"))).toEqual([
    "[WARN] 'ALTCHA_RESETS_PER_HOUR is not a whole number: 20 is used'",
  ]);
});
