/**
 * The same worker for pages without TLS, where browsers have no `crypto.subtle`. It computes the hashes in JavaScript,
 * which takes about five times as long.
 */
import { pbkdf2 } from "@noble/hashes/pbkdf2.js";
import { sha256 } from "@noble/hashes/sha2.js";
import type { DeriveKeyFunction } from "altcha-lib/types";
import { handler } from "altcha-lib/workers/shared";

const deriveKey: DeriveKeyFunction = async (parameters, salt, password) => {
  const { algorithm, cost, keyLength } = parameters;
  if (algorithm !== "PBKDF2/SHA-256") throw new Error(`unknown ${algorithm}`);
  const length = { c: cost, dkLen: keyLength };
  return { derivedKey: pbkdf2(sha256, password, salt, length) };
};

handler({ deriveKey });
