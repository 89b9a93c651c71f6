import { execFile } from "node:child_process";
import {
  chmod,
  cp,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  writeFile,
} from "node:fs/promises";
import { readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEnv, promisify } from "node:util";
import { createLocalJWKSet, importPKCS8, jwtVerify, SignJWT } from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { loadDeploymentKeys } from "../../packages/embedded-convex/src/deployment/deployment-keys";
import { temporaryFolder } from "../../packages/embedded-convex/tests/engine/test-server";

const ROOT = join(import.meta.dirname, "../..");
const SCRIPT = join(ROOT, ".deploy/secrets.mjs");
const HEX_256 = /^[0-9a-f]{64}$/;

/** What two runs have made in empty folders, and printed. */
const made: { folder: string; printed: string }[] = [];

beforeAll(async () => {
  for (let n = 0; n < 2; n++) {
    const folder = await mkdtemp(join(tmpdir(), "secrets-"));
    made.push({ folder, printed: await run(folder) });
  }
});
afterAll(async () => {
  for (const { folder } of made) await rm(folder, { recursive: true });
});

/** @returns a copy of what one of the two runs has made */
async function copyOf(index: number): Promise<string> {
  const copy = await temporaryFolder();
  await cp(made[index]?.folder ?? "", copy, { recursive: true });
  return copy;
}

const jwksSchema = z.object({
  keys: z.array(z.looseObject({ kty: z.string() })).length(1),
});

/** Runs the script, which must succeed. Returns what it printed. */
async function run(folder: string, ...options: string[]): Promise<string> {
  const args = [SCRIPT, "--folder", folder, ...options];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args);
  expect(stderr).toBe("");
  return stdout;
}

/** Runs the script, which must fail. Returns the one line that it printed. */
async function refusal(folder: string, ...options: string[]): Promise<string> {
  const failed: unknown = await run(folder, ...options).catch(
    (error: unknown) => error,
  );
  return z.object({ code: z.literal(1), stderr: z.string() }).parse(failed)
    .stderr;
}

async function valuesIn(folder: string) {
  const read = async (name: string) =>
    parseEnv(await readFile(join(folder, name), "utf8"));
  return { ...(await read(".env")), ...(await read("functions.env")) };
}

async function verifies(jwks: unknown, privateKey: unknown): Promise<boolean> {
  const key = await importPKCS8(String(privateKey), "RS256");
  const token = await new SignJWT({ sub: "asha" })
    .setProtectedHeader({ alg: "RS256" })
    .sign(key);
  const set = createLocalJWKSet(jwksSchema.parse(JSON.parse(String(jwks))));
  return jwtVerify(token, set).then(
    () => true,
    () => false,
  );
}

test("it creates every secret, another for each deployment, in files that only their owner can read", async () => {
  const [{ folder, printed } = { folder: "", printed: "" }] = made;
  expect((await readdir(folder)).sort()).toEqual([".env", "functions.env"]);
  for (const name of [".env", "functions.env"]) {
    expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
  }
  const values = await valuesIn(folder);
  expect(values.INSTANCE_SECRET).toMatch(HEX_256);
  expect(values.POSTGRES_PASSWORD).toMatch(HEX_256);
  expect(values.INSTANCE_SECRET).not.toBe(values.POSTGRES_PASSWORD);
  expect(await verifies(values.JWKS, values.JWT_PRIVATE_KEY)).toBe(true);
  const secrets = Object.entries(values)
    .filter(([name]) => /SECRET|PASSWORD|KEY|JWKS/.test(name))
    .map(([, value = ""]) => value.slice(40, 64));
  expect(new Set(secrets).size).toBe(4);
  expect(secrets.filter((part) => printed.includes(part))).toEqual([]);
  expect(printed).toContain("added INSTANCE_SECRET, POSTGRES_PASSWORD");
  expect(printed).toContain("write your address");
  // Two deployments share none.
  const theirs = await valuesIn(await copyOf(1));
  expect(values.INSTANCE_SECRET).not.toBe(theirs.INSTANCE_SECRET);
  expect(values.POSTGRES_PASSWORD).not.toBe(theirs.POSTGRES_PASSWORD);
  expect(await verifies(values.JWKS, theirs.JWT_PRIVATE_KEY)).toBe(false);
});

test("a second run changes only the files' permissions", async () => {
  const folder = await copyOf(0);
  const file = join(folder, ".env");
  const text = (await readFile(file, "utf8")).replaceAll(
    "https://hackarena.example",
    "https://arena.example.in",
  );
  await writeFile(file, text);
  await chmod(file, 0o644);
  const before = await valuesIn(folder);
  expect(await run(folder)).toContain(".env: lacks nothing");
  expect(await valuesIn(folder)).toEqual(before);
  expect(await readFile(file, "utf8")).toBe(text);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

test("values of the operator stay, missing ones are added, and a private key gets the key set that verifies its signatures", async () => {
  const folder = await copyOf(0);
  const { JWT_PRIVATE_KEY = "" } = await valuesIn(folder);
  await writeFile(join(folder, ".env"), "POSTGRES_PASSWORD=chosen");
  const text = `JWT_PRIVATE_KEY="${JWT_PRIVATE_KEY}"\n`;
  await writeFile(join(folder, "functions.env"), text);
  await run(folder);
  const values = await valuesIn(folder);
  expect(values.POSTGRES_PASSWORD).toBe("chosen");
  expect(values.INSTANCE_SECRET).toMatch(HEX_256);
  expect(values.JWT_PRIVATE_KEY).toBe(JWT_PRIVATE_KEY);
  expect(await verifies(values.JWKS, JWT_PRIVATE_KEY)).toBe(true);
});

test("an incomplete or mismatched key pair is refused and left unchanged", async () => {
  const folder = await copyOf(0);
  const { JWKS: foreign = "" } = await valuesIn(await copyOf(1));
  const file = join(folder, "functions.env");
  const whole = await readFile(file, "utf8");
  const mixed = whole.replace(/^JWKS=.*$/m, () => `JWKS='${foreign}'`);
  await writeFile(file, mixed);
  expect(await refusal(folder)).toMatch(/JWKS that do not verify/);
  const half = `JWKS='${foreign}'\n`;
  await writeFile(file, half);
  expect(await refusal(folder)).toMatch(/without the JWT_PRIVATE_KEY/);
  expect(await readFile(file, "utf8")).toBe(half);
});

test("--keys-of copies the keys of an embedded deployment, replaces no other keys, and fails where there are none", async () => {
  const [folder, dataDir] = [await temporaryFolder(), await temporaryFolder()];
  const keys = await loadDeploymentKeys(dataDir);
  await run(folder, "--keys-of", dataDir);
  const values = await valuesIn(folder);
  expect(values.JWT_PRIVATE_KEY).toBe(keys.jwtPrivateKey);
  expect(values.JWKS).toBe(keys.jwks);
  expect(await run(folder, "--keys-of", dataDir)).toContain("lacks nothing");

  const other = await copyOf(0);
  const before = await valuesIn(other);
  expect(await refusal(other, "--keys-of", dataDir)).toMatch(
    /another JWT_PRIVATE_KEY already/,
  );
  const empty = await temporaryFolder();
  expect(await refusal(other, "--keys-of", empty)).toMatch(
    /keys\.json does not hold the keys/,
  );
  expect(await valuesIn(other)).toEqual(before);
});

test("the example names every variable that functions read", () => {
  const example = readFileSync(
    join(ROOT, ".deploy/functions.env.example"),
    "utf8",
  );
  const read = readdirSync(join(ROOT, "convex"), { recursive: true })
    .map(String)
    .filter((name) => name.endsWith(".ts") && !name.startsWith("_generated"))
    .map((name) => readFileSync(join(ROOT, "convex", name), "utf8"))
    .flatMap((text) => [
      ...[...text.matchAll(/process\.env\.(\w+)/g)].map(([, name]) => name),
      ...[...text.matchAll(/\{([^{}]+)\} = process\.env/g)].flatMap(
        ([, names = ""]) => names.split(",").map((name) => name.trim()),
      ),
      ...[...text.matchAll(/"(ALTCHA_\w+)"/g)].map(([, name]) => name),
    ]);
  // Convex sets the first. The others are for tests and the embedded backend: they direct mail to an outbox, and
  // allow the stand-in for Google.
  const elsewhere = [
    "CONVEX_SITE_URL",
    "RESEND_BASE_URL",
    "AUTH_GOOGLE_STAND_IN",
  ];
  const names = new Set(read.filter((name) => !elsewhere.includes(name ?? "")));
  expect(names.size).toBeGreaterThan(7);
  for (const name of names) {
    expect(example).toMatch(new RegExp(`^(# )?${name}=`, "m"));
  }
});
