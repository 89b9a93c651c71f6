import type { ServerResponse } from "node:http";
import { RequestError } from "../base/errors";
import type { Logger } from "../base/logger";

/** Answers a request that no function ran for, as `{code, message}`. */
export function sendApiError(
  response: ServerResponse,
  error: unknown,
  logger: Logger,
): void {
  const known = error instanceof RequestError ? error : internalError();
  if (known !== error && !isDisconnect(error)) {
    logger.error("A request failed", error);
  }
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const { code, message, status } = known;
  // What is left of a refused body would be taken for the next request.
  if (status === 413) response.setHeader("connection", "close");
  sendJson(response, status, JSON.stringify({ code, message }));
}

/** Sends JSON text; answers of the API are nobody else's to keep. */
export function sendJson(
  response: ServerResponse,
  status: number,
  text: string,
): void {
  response.writeHead(status, {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(text),
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
  });
  response.end(text);
}

function internalError(): RequestError {
  return new RequestError(
    500,
    "InternalServerError",
    "Your request couldn't be completed. Try again later.",
  );
}

/** The client went away while its request was being read. */
function isDisconnect(error: unknown): boolean {
  return (
    error instanceof Error && "code" in error && error.code === "ECONNRESET"
  );
}
