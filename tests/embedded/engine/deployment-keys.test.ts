import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLocalJWKSet, importPKCS8, jwtVerify, SignJWT } from "jose";
import { afterEach, beforeEach, expect, test } from "vitest";
import { loadDeploymentKeys } from "../../../embedded/deployment/deployment-keys";

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "keys-"));
});
afterEach(() => rm(dataDir, { recursive: true }));

test("keys are made once and kept", async () => {
  const made = await loadDeploymentKeys(dataDir);
  expect(await loadDeploymentKeys(dataDir)).toEqual(made);
});

test("only the owner can read the keys", async () => {
  await loadDeploymentKeys(dataDir);
  const { mode } = await stat(join(dataDir, "keys.json"));
  expect(mode & 0o777).toBe(0o600);
});

test("what the private key signs, the key set verifies", async () => {
  const { jwtPrivateKey, jwks } = await loadDeploymentKeys(dataDir);
  const privateKey = await importPKCS8(jwtPrivateKey, "RS256");
  const token = await new SignJWT({ sub: "ann" })
    .setProtectedHeader({ alg: "RS256" })
    .sign(privateKey);
  const { payload } = await jwtVerify(
    token,
    createLocalJWKSet(JSON.parse(jwks)),
  );
  expect(payload.sub).toBe("ann");
});

test("a damaged file is reported, never replaced", async () => {
  const file = join(dataDir, "keys.json");
  await writeFile(file, "{}");
  await expect(loadDeploymentKeys(dataDir)).rejects.toThrow("keys.json");
  expect(await readFile(file, "utf8")).toBe("{}");
});
