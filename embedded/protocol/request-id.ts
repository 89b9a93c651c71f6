import { createHash, randomBytes } from "node:crypto";

/** Returns 16 hexadecimal digits that no other request has. */
export function newRequestId(): string {
  return randomBytes(8).toString("hex");
}

/** Returns the id of a socket's request: the same again when it is resent. */
export function sessionRequestId(sessionId: string, requestId: number): string {
  return createHash("sha256")
    .update(`${sessionId}|${requestId}`)
    .digest("hex")
    .slice(0, 16);
}
