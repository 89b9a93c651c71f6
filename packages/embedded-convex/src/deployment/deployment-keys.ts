import { createHash, randomBytes } from "node:crypto";
import { join } from "node:path";
import { exportJWK, exportPKCS8, generateKeyPair } from "jose";
import * as z from "zod";
import { nullIfMissing } from "../base/error-code";
import { readWhole } from "../base/read-whole";
import { DamagedDataError } from "../storage/store-errors";
import { writePrivateFile } from "../base/private-file";

const keysSchema = z.object({
  /** Signs the tokens of signed-in users: PKCS 8 in PEM. */
  jwtPrivateKey: z.string().min(1),
  /** Verifies these tokens: a JSON Web Key Set. */
  jwks: z.string().min(1),
  /** Grants full access to the deployment: `name|hexadecimal`. */
  adminKey: z.string().regex(/^[^|:]+\|[0-9a-f]{32,}$/),
});

/** The secrets of one deployment, kept in its data directory. */
export type DeploymentKeys = z.infer<typeof keysSchema>;

/**
 * The fields of the file, and no others. The hash detects a corrupted key at start;
 * otherwise it would first show as sign-ins that fail.
 */
const fileSchema = keysSchema.extend({ sha256: z.string() }).strict();

const FILE = "keys.json";
const ADMIN_NAME = "embedded";

/**
 * Returns the keys kept in `dataDir`, which must exist. Creates them the first
 * time; later starts use the same keys, so that tokens stay valid.
 *
 * @throws DamagedDataError when the file is damaged
 */
export async function loadDeploymentKeys(
  dataDir: string,
): Promise<DeploymentKeys> {
  const file = keysFile(dataDir);
  const bytes = await readWhole(file).catch(nullIfMissing);
  if (bytes === null) return writeKeys(file, await newKeys());
  return parseKeys(bytes.toString(), file);
}

/**
 * Replaces the admin key of the deployment in `dataDir`; returns its keys.
 *
 * @throws DamagedDataError when the file of keys is damaged
 */
export async function rotateAdminKey(dataDir: string): Promise<DeploymentKeys> {
  const keys = await loadDeploymentKeys(dataDir);
  return writeKeys(keysFile(dataDir), { ...keys, adminKey: newAdminKey() });
}

export function keysFile(dataDir: string): string {
  return join(dataDir, FILE);
}

/**
 * Parses the text of a file of keys.
 *
 * @param file the file's path, for the error
 * @throws DamagedDataError when the text is not valid or its hash is wrong
 */
export function parseKeys(text: string, file: string): DeploymentKeys {
  const { success, data } = fileSchema.safeParse(parseJson(text));
  // No details: the parser's messages would quote parts of the keys.
  if (!success || data.sha256 !== digestOf(data)) {
    throw new DamagedDataError(file, "does not hold this deployment's keys");
  }
  const { sha256: _, ...keys } = data;
  return keys;
}

/** Identifies the keys of a deployment, whatever its admin key is at present. */
export function signingDigestOf({
  jwtPrivateKey,
  jwks,
}: DeploymentKeys): string {
  return sha256Of(jwtPrivateKey, jwks);
}

/** @returns the error for a file that holds another deployment's keys */
export function otherKeys(file: string): DamagedDataError {
  const problem = "holds the keys of another deployment than these documents";
  return new DamagedDataError(file, problem);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function digestOf({ jwtPrivateKey, jwks, adminKey }: DeploymentKeys): string {
  return sha256Of(jwtPrivateKey, jwks, adminKey);
}

function sha256Of(...texts: string[]): string {
  return createHash("sha256").update(texts.join("\0")).digest("hex");
}

async function writeKeys(
  file: string,
  keys: DeploymentKeys,
): Promise<DeploymentKeys> {
  await writePrivateFile(file, keysText(keys));
  return keys;
}

export function keysText(keys: DeploymentKeys): string {
  const fields = { ...keys, sha256: digestOf(keys) };
  return `${JSON.stringify(fields, null, 2)}\n`;
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
    // On one line, because many tools allow no line breaks in variables.
    jwtPrivateKey: pem.trimEnd().replaceAll("\n", " "),
    jwks: JSON.stringify({ keys: [{ use: "sig", ...jwk }] }),
    adminKey: newAdminKey(),
  };
}
