import { createHash, timingSafeEqual } from "node:crypto";

/** Compares a text with a secret, in a time independent of the secret. */
export function isSameSecret(given: string, secret: string): boolean {
  return timingSafeEqual(digest(given), digest(secret));
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
