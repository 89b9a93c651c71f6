/**
 * Returns the SHA-256 of a text, in base64. It needs no salt for what is looked up
 * by it here: random tokens, and counters that are gone in two hours.
 */
export async function sha256(text: string): Promise<string> {
  const bytes = new TextEncoder().encode(text);
  return toBase64(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
}

/** Encodes bytes in base64. */
export function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}
