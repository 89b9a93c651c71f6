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

/** Encodes bytes in base64. */
export function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}

async function digest(text: string): Promise<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}
