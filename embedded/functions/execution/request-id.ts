import { createHash, randomFillSync } from "node:crypto";

const ID_BYTES = 8;
/** Asking the system for chance is dear: one request serves many ids. */
const pool = Buffer.alloc(ID_BYTES * 512);
let used = pool.length;

/** Names a request in errors and in the log: 16 hexadecimal digits. */
export function newRequestId(): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += ID_BYTES;
  return pool.toString("hex", used - ID_BYTES, used);
}

/**
 * Returns what names the numbered requests of a client's session: the same
 * again when one is resent, 16 hexadecimal digits in all.
 */
export function sessionRequestIds(
  sessionId: string,
): (requestId: number) => string {
  const hash = createHash("sha256").update(sessionId).digest("hex");
  const prefix = hash.slice(0, ID_BYTES);
  return (requestId) => prefix + requestId.toString(16).padStart(ID_BYTES, "0");
}
