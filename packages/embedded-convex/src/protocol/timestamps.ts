const buffer = Buffer.alloc(8);

let lastTimestamp = 0n;
let lastText = "AAAAAAAAAAA=";

/**
 * Encodes a timestamp in nanoseconds as base64 of 8 little-endian bytes. Caches
 * the last text, because each commit is sent to many clients.
 */
export function encodeTimestamp(ts: bigint): string {
  if (ts === lastTimestamp) return lastText;
  buffer.writeBigUInt64LE(ts);
  lastTimestamp = ts;
  lastText = buffer.toString("base64");
  return lastText;
}

/** Decodes a timestamp; null when `text` is not one. */
export function decodeTimestamp(text: string): bigint | null {
  if (!/^[A-Za-z0-9+/]{11}=$/.test(text)) return null;
  return Buffer.from(text, "base64").readBigUInt64LE();
}
