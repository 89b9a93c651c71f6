/** The largest timestamp that fits the protocol's unsigned 64 bits. */
const MAX_TIMESTAMP = (1n << 64n) - 1n;

const buffer = Buffer.alloc(8);

let lastTimestamp = 0n;
let lastText = "AAAAAAAAAAA=";

/**
 * Takes a timestamp in nanoseconds and returns the protocol's text of it:
 * base64 of 8 little-endian bytes. One commit reaches many clients, so the
 * latest text is remembered.
 */
export function encodeTimestamp(ts: bigint): string {
  if (ts === lastTimestamp) return lastText;
  buffer.writeBigUInt64LE(ts);
  lastTimestamp = ts;
  lastText = buffer.toString("base64");
  return lastText;
}

/** Returns the timestamp of `text`, or null when it is not one. */
export function decodeTimestamp(text: string): bigint | null {
  if (!/^[A-Za-z0-9+/]{11}=$/.test(text)) return null;
  const bytes = Buffer.from(text, "base64");
  if (bytes.length !== 8) return null;
  const ts = bytes.readBigUInt64LE();
  return ts <= MAX_TIMESTAMP ? ts : null;
}
