import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseEnv, promisify } from "node:util";
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from "jose";
import { expect, test } from "vitest";
import { api } from "#convex/_generated/api";
import {
  newClient,
  startServer,
  temporaryFolder,
} from "../../packages/embedded-convex/tests/engine/test-server";
import { quickFunctions, signedIn, signUp } from "./stage";
import { Project } from "../../packages/embedded-convex/tests/cli/project";

const SECRETS = join(import.meta.dirname, "../../.deploy/secrets.mjs");

test("one command sets all variables of a file, and its keys sign tokens", async () => {
  const server = await startServer({ functions: await quickFunctions() });
  const project = await Project.create(server);
  const folder = await temporaryFolder();
  await promisify(execFile)(process.execPath, [SECRETS, "--folder", folder]);
  const file = join(folder, "functions.env");
  const values = parseEnv(await readFile(file, "utf8"));
  expect(Object.keys(values)).toEqual(
    expect.arrayContaining(["JWT_PRIVATE_KEY", "JWKS", "SITE_URL"]),
  );
  await project.output("env", "set", "--from-file", file);
  expect(parseEnv(await project.output("env", "list"))).toEqual(values);
  const token = await signUp(newClient(server.url), "Asha");
  const keys = JSON.parse(values.JWKS ?? "") as JSONWebKeySet;
  const { payload } = await jwtVerify(token, createLocalJWKSet(keys));
  expect(payload.iss).toBe(server.url);
  const asha = signedIn(server.url, token);
  expect((await asha.query(api.users.me, {}))?.name).toBe("Asha");
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
