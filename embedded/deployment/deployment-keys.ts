import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { exportJWK, exportPKCS8, generateKeyPair } from "jose";
import { z } from "zod";
import { writePrivateFile } from "./private-file";

const keysSchema = z.object({
  /** Signs the tokens of signed-in people: PKCS 8 in PEM. */
  jwtPrivateKey: z.string().min(1),
  /** What verifies them: a JSON Web Key Set. */
  jwks: z.string().min(1),
  /** Who has it may do everything: `name|hexadecimal`. */
  adminKey: z.string().regex(/^[^|:]+\|[0-9a-f]{32,}$/),
});

/** The secrets of one deployment. They live in its data directory. */
export type DeploymentKeys = z.infer<typeof keysSchema>;

const FILE = "keys.json";
const ADMIN_NAME = "embedded";

/**
 * Returns the keys kept in `dataDir`, which must exist; makes them the first
 * time. Tokens outlive restarts because the keys do.
 */
export async function loadDeploymentKeys(
  dataDir: string,
): Promise<DeploymentKeys> {
  const file = keysFile(dataDir);
  const text = await readFile(file, "utf8").catch((error: unknown) => {
    if (isMissing(error)) return null;
    throw error;
  });
  if (text !== null) return parseKeys(text, file);
  return writeKeys(file, await newKeys());
}

/** Gives a deployment another admin key; everything else stays. */
export async function rotateAdminKey(dataDir: string): Promise<DeploymentKeys> {
  const keys = await loadDeploymentKeys(dataDir);
  return writeKeys(keysFile(dataDir), { ...keys, adminKey: newAdminKey() });
}

/** Where the keys of a data directory are. */
export function keysFile(dataDir: string): string {
  return join(dataDir, FILE);
}

/** Reads the text of a file of keys; throws an error that names the file. */
export function parseKeys(text: string, file: string): DeploymentKeys {
  try {
    return keysSchema.parse(JSON.parse(text));
  } catch (error) {
    throw new Error(`${file} does not hold this deployment's keys`, {
      cause: error,
    });
  }
}

async function writeKeys(
  file: string,
  keys: DeploymentKeys,
): Promise<DeploymentKeys> {
  await writePrivateFile(file, `${JSON.stringify(keys, null, 2)}\n`);
  return keys;
}

function newAdminKey(): string {
  return `${ADMIN_NAME}|${randomBytes(32).toString("hex")}`;
}

async function newKeys(): Promise<DeploymentKeys> {
  const { privateKey, publicKey } = await generateKeyPair("RS256", {
    extractable: true,
  });
  const pem = await exportPKCS8(privateKey);
  const jwk = await exportJWK(publicKey);
  return {
    // One line, because environment variables often cannot hold more.
    jwtPrivateKey: pem.trimEnd().replaceAll("\n", " "),
    jwks: JSON.stringify({ keys: [{ use: "sig", ...jwk }] }),
    adminKey: newAdminKey(),
  };
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
