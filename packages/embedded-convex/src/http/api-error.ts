import type { ServerResponse } from "node:http";
import { LINGER_MS, MAX_UNREAD_MS } from "../base/client-limits";
import { codeOf, isSystemError } from "../base/error-code";
import { BusyError, RequestError } from "../base/errors";
import type { Logger } from "../base/logger";

const INTERNAL_ERROR = {
  status: 500,
  code: "InternalServerError",
  message: "Your request couldn't be completed. Try again later.",
};

/**
 * Answers a request with an error, as `{code, message}`. Logs unexpected errors,
 * for which it sends a generic message, and those of the system.
 */
export function sendApiError(
  response: ServerResponse,
  error: unknown,
  logger: Logger,
): void {
  const known = knownError(error);
  const isTold = known !== null && !isSystemError(error);
  if (!isTold && !isDisconnect(error)) {
    logger.error("A request failed", error);
  }
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const { code, message, status } = known ?? INTERNAL_ERROR;
  const text = JSON.stringify({ code, message });
  if (response.req.complete) sendJson(response, status, text);
  else sendAndHangUp(response, status, text);
}

/** Sends JSON text, not to be cached. Disconnects a slow reader. */
export function sendJson(
  response: ServerResponse,
  status: number,
  text: string,
): void {
  writeJsonHead(response, status, text);
  response.setTimeout(MAX_UNREAD_MS, () => response.destroy());
  response.end(text);
}

/**
 * Answers before the body has been received. The rest of it is left unread, so that bodies
 * without end cost nothing, until the connection is closed after `LINGER_MS`.
 */
function sendAndHangUp(
  response: ServerResponse,
  status: number,
  text: string,
): void {
  response.setHeader("connection", "close");
  writeJsonHead(response, status, text);
  response.write(text);
  const end = () => {
    clearTimeout(timer);
    if (!response.writableEnded) response.end();
  };
  const timer = setTimeout(end, LINGER_MS).unref();
  response.req.on("close", end);
}

function writeJsonHead(
  response: ServerResponse,
  status: number,
  text: string,
): void {
  response.writeHead(status, {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(text),
    "cache-control": "no-store",
    ...retryHeaders(status),
  });
}

/** Says to clients when what was refused for want of room may be asked again. */
export function retryHeaders(status: number): Record<string, number> {
  if (status === 507) return { "retry-after": 60 };
  return status === 429 || status === 503 ? { "retry-after": 1 } : {};
}

/** Null for an error of the backend. */
function knownError(error: unknown): RequestError | null {
  if (error instanceof RequestError) return error;
  if (!(error instanceof BusyError)) return null;
  return new RequestError(429, BusyError.code, error.message);
}

/** Whether the client disconnected while its request was being read. */
function isDisconnect(error: unknown): boolean {
  return codeOf(error) === "ECONNRESET";
}
