/**
 * Hashes and verifies passwords. Of the password hashes, WebCrypto offers only
 * PBKDF2 on every deployment. One hash takes a core about 0.1 s.
 *
 * A stored hash is a PHC string that names its own parameters, so that older
 * hashes can still be verified when the cost is raised:
 * `$pbkdf2-sha256$i=600000$<salt, base64>$<hash, base64>`.
 */
import { toBase64 } from "../platform/digest";

const ITERATIONS = 600_000;
const SALT_BYTES = 16;
const HASH_BYTES = 32;
const STORED =
  /^\$pbkdf2-sha256\$i=(\d+)\$([A-Za-z0-9+/=]+)\$([A-Za-z0-9+/=]+)$/;

/** Returns the hash of a password, with a new random salt. */
export async function hash(password: string): Promise<string> {
  const salt = crypto.getRandomValues(new Uint8Array(SALT_BYTES));
  const hashed = await derive(password, salt, ITERATIONS, HASH_BYTES);
  return `$pbkdf2-sha256$i=${ITERATIONS}$${toBase64(salt)}$${toBase64(hashed)}`;
}

/**
 * Returns true if the stored hash is that of the password, false also if
 * `stored` is not a hash.
 */
export async function verify(password: string, stored: string) {
  const [, iterations, salt, expected] = STORED.exec(stored) ?? [];
  if (!iterations || !salt || !expected) return false;
  const expectedBytes = fromBase64(expected);
  const actualBytes = await derive(
    password,
    fromBase64(salt),
    Number(iterations),
    expectedBytes.length,
  );
  return isEqual(actualBytes, expectedBytes);
}

/**
 * Derives the hash. NFKC makes the same password from another keyboard or
 * system the same bytes.
 */
async function derive(
  password: string,
  salt: Uint8Array<ArrayBuffer>,
  iterations: number,
  byteCount: number,
): Promise<Uint8Array> {
  const key = await crypto.subtle.importKey(
    "raw",
    new TextEncoder().encode(password.normalize("NFKC")),
    "PBKDF2",
    false,
    ["deriveBits"],
  );
  const bits = await crypto.subtle.deriveBits(
    { name: "PBKDF2", hash: "SHA-256", salt, iterations },
    key,
    byteCount * 8,
  );
  return new Uint8Array(bits);
}

/** Compares in constant time for hashes of one length. */
function isEqual(left: Uint8Array, right: Uint8Array): boolean {
  let difference = left.length ^ right.length;
  for (const [index, byte] of left.entries())
    difference |= byte ^ (right[index] ?? 0);
  return difference === 0;
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
