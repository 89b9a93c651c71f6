/**
 * Creates the secrets of a deployment on Convex Cloud or self-hosted Convex:
 *
 * - `.env`, which compose.yaml reads: the instance's secret, the database's password;
 * - `functions.env`, for `npx convex env set --from-file`: the keys that sign and verify tokens.
 *
 * Both files start as copies of the examples beside this script. Variables that have a value keep it, so the script can
 * be run repeatedly. Only their owner can read the files; the script prints no secrets.
 *
 *   node .deploy/secrets.mjs [--keys-of DATA_DIR] [--folder DIR]
 *
 * `--keys-of` copies the keys of an embedded deployment; `--folder` sets the folder for the files.
 */
import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomBytes,
} from "node:crypto";
import {
  chmodSync,
  existsSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { parseArgs, parseEnv } from "node:util";

const OWNER_ONLY = 0o600;
const EXAMPLES = import.meta.dirname;
const FUNCTIONS_FILE = "functions.env";
const EXAMPLE_HOST = "hackarena.example";
const SLASH_AT_END = /^(CONVEX_\w+_ORIGIN)=.*\/["']?\s*$/gm;

/** An error that the operator must resolve; only its message is printed. */
class Refusal extends Error {}

try {
  const { folder, keysOf } = readOptions();
  complete(join(folder, ".env"), ".env.example", () => ({
    INSTANCE_SECRET: newSecret(),
    POSTGRES_PASSWORD: newSecret(),
  }));
  complete(join(folder, FUNCTIONS_FILE), `${FUNCTIONS_FILE}.example`, (given) =>
    tokenKeys(given, keysOf && readKeys(keysOf)),
  );
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

function readOptions() {
  try {
    const { values } = parseArgs({
      options: { "keys-of": { type: "string" }, folder: { type: "string" } },
    });
    return { folder: values.folder ?? EXAMPLES, keysOf: values["keys-of"] };
  } catch (error) {
    throw new Refusal(
      `${error.message} Use: secrets.mjs [--keys-of DATA_DIR] [--folder DIR]`,
    );
  }
}

/**
 * Adds missing values to an env file and prints their names.
 * @param {string} file created from the example if it does not exist
 * @param {(given: Record<string, string>) => Record<string, string>} wanted returns all values, from those in the file
 */
function complete(file, example, wanted) {
  const isNew = !existsSync(file);
  const before = readFileSync(isNew ? join(EXAMPLES, example) : file, "utf8");
  const given = parseEnv(before);
  const missing = Object.entries(wanted(given)).filter(
    ([name]) => !given[name],
  );
  const after = missing.reduce(
    (text, [name, value]) => withValue(text, name, value),
    before,
  );
  if (isNew || missing.length > 0) writePrivately(file, after);
  else chmodSync(file, OWNER_ONLY);
  const names = missing.map(([name]) => name).join(", ");
  say(`${file}: ${names === "" ? "lacks nothing" : `added ${names}`}`);
  if (after.includes(`=https://${EXAMPLE_HOST}`)) {
    say(`${file}: write your address for https://${EXAMPLE_HOST}`);
  }
  // The issuer of tokens begins with it, letter for letter.
  for (const [, name] of after.matchAll(SLASH_AT_END)) {
    say(`${file}: write ${name} without the slash at the end`);
  }
}

function withValue(text, name, value) {
  const line = `${name}=${quoted(value)}`;
  const empty = new RegExp(`^${name}=.*$`, "m");
  if (empty.test(text)) return text.replace(empty, () => line);
  return `${text.replace(/\n*$/, "\n")}${line}\n`;
}

function quoted(value) {
  if (/^\w+$/.test(value)) return value;
  return value.includes('"') ? `'${value}'` : `"${value}"`;
}

/** Writes atomically: to a temporary file, which is then renamed. */
function writePrivately(file, text) {
  const aside = `${file}.${process.pid}.tmp`;
  writeFileSync(aside, text, { mode: OWNER_ONLY, flag: "wx" });
  renameSync(aside, file);
}

/** Returns 256 random bits in hexadecimal, which the backend expects and which need no escaping in a URL. */
function newSecret() {
  return randomBytes(32).toString("hex");
}

/**
 * Returns the key pair for Convex Auth: `taken`, or the pair of the private key in `given`, or a new one.
 * @throws {Refusal} when the keys in `given` contradict `taken` or each other
 */
function tokenKeys(given, taken) {
  const privateKey = given.JWT_PRIVATE_KEY;
  if (privateKey && taken && privateKey !== taken.JWT_PRIVATE_KEY) {
    throw new Refusal(
      `${FUNCTIONS_FILE} has another JWT_PRIVATE_KEY already: empty it and JWKS there to take these along`,
    );
  }
  if (given.JWKS && !privateKey && !taken) {
    throw new Refusal(
      `${FUNCTIONS_FILE} has JWKS without the JWT_PRIVATE_KEY that goes with it: add that, or empty JWKS`,
    );
  }
  const keys = taken ?? pairOf(privateKey || newPrivateKey());
  if (given.JWKS && modulusOf(given.JWKS) !== modulusOf(keys.JWKS)) {
    throw new Refusal(
      `${FUNCTIONS_FILE} has JWKS that do not verify what its JWT_PRIVATE_KEY signs: empty JWKS there`,
    );
  }
  return keys;
}

/** Returns a key on one line, because many tools allow no line breaks in env files. */
function newPrivateKey() {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const pem = privateKey.export({ type: "pkcs8", format: "pem" });
  return pem.trimEnd().replaceAll("\n", " ");
}

function pairOf(pem) {
  const base64 = pem.replace(/-----[A-Z ]+-----|\s/g, "");
  const key = Buffer.from(base64, "base64");
  const publicKey = createPublicKey(
    createPrivateKey({ key, format: "der", type: "pkcs8" }),
  );
  const jwk = publicKey.export({ format: "jwk" });
  const keys = [{ use: "sig", alg: "RS256", ...jwk }];
  return { JWT_PRIVATE_KEY: pem, JWKS: JSON.stringify({ keys }) };
}

function modulusOf(jwks) {
  return JSON.parse(jwks).keys[0].n;
}

/** Reads the keys of an embedded deployment from its data directory. */
function readKeys(dataDir) {
  const file = join(dataDir, "keys.json");
  try {
    const { jwtPrivateKey, jwks } = JSON.parse(readFileSync(file, "utf8"));
    return { JWT_PRIVATE_KEY: jwtPrivateKey, JWKS: jwks };
  } catch {
    throw new Refusal(`${file} does not hold the keys of a deployment`);
  }
}

function say(line) {
  process.stdout.write(`${line}\n`);
}
