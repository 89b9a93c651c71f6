import { createHash, randomBytes } from "node:crypto";
import type { SessionRequest } from "./function-call";

/** Names a request in errors and in the log: 16 hexadecimal digits. */
export function newRequestId(): string {
  return randomBytes(8).toString("hex");
}

/** The id of a client's numbered request: the same when it is resent. */
export function sessionRequestId(request: SessionRequest): string {
  return createHash("sha256")
    .update(`${request.sessionId}|${request.requestId}`)
    .digest("hex")
    .slice(0, 16);
}
