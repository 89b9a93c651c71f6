import { createHash, randomFillSync } from "node:crypto";

const ID_BYTES = 8;
/** Reused buffer: one system call provides random bytes for 512 ids. */
const pool = Buffer.alloc(ID_BYTES * 512);
let used = pool.length;

/** @returns a random id of 16 hexadecimal digits, for errors and the log */
export function newRequestId(): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += ID_BYTES;
  return pool.toString("hex", used - ID_BYTES, used);
}

/**
 * @returns a function that derives the request id of a session request: 16
 *   hexadecimal digits, and the same ones when the request is resent
 */
export function sessionRequestIds(
  sessionId: string,
): (requestId: number) => string {
  const hash = createHash("sha256").update(sessionId).digest("hex");
  const prefix = hash.slice(0, ID_BYTES);
  return (requestId) => prefix + requestId.toString(16).padStart(ID_BYTES, "0");
}
