import { KeyObject, verify } from "node:crypto";
import { compactVerify, decodeProtectedHeader, errors } from "jose";
import type { KeyFinder } from "./key-sets";

/** Imported keys for Node's synchronous verification. */
const keyObjects = new WeakMap<CryptoKey, KeyObject>();

/** jose's minimum length of RSA keys. */
const MIN_MODULUS_BITS = 2048;

const BASE64URL = /^[\w-]+$/;

/**
 * Verifies the signature of a token. RS256, which Convex Auth uses, is verified
 * synchronously in 50 µs; with Web Crypto, as in jose, it takes 150 µs. After a restart
 * the tokens of all clients arrive at once.
 *
 * @param algorithms the accepted ones
 * @throws an error of jose when no key matches or the signature is invalid
 */
export async function verifySignature(
  token: string,
  keys: KeyFinder,
  algorithms: string[],
): Promise<void> {
  const header = decodeProtectedHeader(token);
  const { alg, crit, b64 } = header;
  const [encodedHeader, payload, signature = "", ...rest] = token.split(".");
  const isPlain =
    alg === "RS256" &&
    algorithms.includes(alg) &&
    crit === undefined &&
    b64 === undefined &&
    rest.length === 0 &&
    BASE64URL.test(signature);
  const key = isPlain ? keyObjectOf(await keys({ ...header, alg })) : null;
  if (key === null) {
    await compactVerify(token, keys, { algorithms });
    return;
  }
  const signed = Buffer.from(`${encodedHeader}.${payload}`);
  const bytes = Buffer.from(signature, "base64url");
  if (verify("sha256", signed, key, bytes)) return;
  throw new errors.JWSSignatureVerificationFailed();
}

/** @returns null for a key that is left to jose */
function keyObjectOf(key: CryptoKey): KeyObject | null {
  const known = keyObjects.get(key);
  if (known !== undefined) return known;
  const object = KeyObject.from(key);
  const { asymmetricKeyType, asymmetricKeyDetails } = object;
  const bits = asymmetricKeyDetails?.modulusLength ?? 0;
  const isUsual = asymmetricKeyType === "rsa" && bits >= MIN_MODULUS_BITS;
  if (!isUsual || object.type !== "public") return null;
  keyObjects.set(key, object);
  return object;
}
