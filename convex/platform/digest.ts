/**
 * Returns the SHA-256 of a text, in base64. It needs no salt for what is looked up
 * by it here: random tokens, and counters that are gone in two hours.
 */
export async function sha256(text: string): Promise<string> {
  return toBase64(await digest(text));
}

/** Returns the SHA-256 of a text in hexadecimal, as Convex Auth stores it. */
export async function sha256Hex(text: string): Promise<string> {
  const bytes = await digest(text);
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join(
    "",
  );
}

/** Returns a random key that nobody can guess, in base64. */
export function randomKey(): string {
  return toBase64(crypto.getRandomValues(new Uint8Array(32)));
}

/**
 * Returns a secret that only this deployment can compute for `use`, in base64. It is
 * derived from the key that signs tokens, so it needs no setting, and it is another one
 * elsewhere. It changes with that key; secrets.ts has those that do not.
 */
export async function secretFor(use: string): Promise<string> {
  const { JWT_PRIVATE_KEY } = process.env;
  if (!JWT_PRIVATE_KEY) throw new Error("JWT_PRIVATE_KEY is not set");
  return toBase64(await hmac(JWT_PRIVATE_KEY, use));
}

/** Returns the HMAC of a text: only who has the secret can compute it. */
export async function hmac(secret: string, text: string): Promise<Uint8Array> {
  const bytes = (words: string) => new TextEncoder().encode(words);
  const key = await crypto.subtle.importKey(
    "raw",
    bytes(secret),
    { name: "HMAC", hash: "SHA-256" },
    false,
    ["sign"],
  );
  return new Uint8Array(await crypto.subtle.sign("HMAC", key, bytes(text)));
}

export function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}

/** Returns base64 as addresses hold it: letters, digits, `-` and `_`. */
export function inAddress(base64: string): string {
  return base64.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** Returns the SHA-256 of a text. */
export async function digest(text: string): Promise<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}
