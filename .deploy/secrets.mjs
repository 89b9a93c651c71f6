/**
 * Makes what is secret about a deployment on Convex Cloud or self-hosted Convex:
 *
 * - `.env`, which compose.yaml reads: the instance's secret, the database's password;
 * - `functions.env`, for `npx convex env set --from-file`: the keys that sign and verify tokens.
 *
 * Both begin as copies of the examples beside this script. What has a value keeps it, so it may be run again at any
 * time. Only their owner may read the files, and nothing secret is printed.
 *
 *   node .deploy/secrets.mjs [--keys-of DATA_DIR] [--folder DIR]
 *
 * `--keys-of` takes the keys of an embedded deployment along; `--folder` is where the files go.
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

/** What the operator must decide; its message is the whole story. */
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
 * Gives an env file the values that it lacks, and says which.
 * @param {string} file made from the example if there is none
 * @param {(given: Record<string, string>) => Record<string, string>} wanted by what the file says already
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

/** Whole or not at all: written aside, then renamed. */
function writePrivately(file, text) {
  const aside = `${file}.${process.pid}.tmp`;
  writeFileSync(aside, text, { mode: OWNER_ONLY, flag: "wx" });
  renameSync(aside, file);
}

/** 256 bits in hexadecimal: what the backend wants, and safe in an address. */
function newSecret() {
  return randomBytes(32).toString("hex");
}

/** The pair that Convex Auth reads: the given one, completed, or the one to take along, or a new one. */
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

/** One line, because env files often cannot hold more. */
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

/** The keys of an embedded deployment, as its data directory holds them. */
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
