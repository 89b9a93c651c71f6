import type { JSONValue } from "convex/values";
import type { FunctionFailure } from "./function-call";

/** What a client may see of a failure, as the protocol spells it. */
export type ClientError = { errorMessage: string; errorData?: JSONValue };

/**
 * Redacts a failure for clients. In production only a ConvexError's data gets
 * through; everything else is `Server Error` with a request id that the log
 * explains. `errorData` is absent, never null, for ordinary errors: clients
 * take its presence as the mark of a ConvexError.
 */
export function clientError(
  failure: FunctionFailure,
  requestId: string,
  isProduction: boolean,
): ClientError {
  const firstLine = `[Request ID: ${requestId}] Server Error`;
  const errorMessage = isProduction
    ? firstLine
    : `${firstLine}\n${failure.message}`;
  return failure.data === undefined
    ? { errorMessage }
    : { errorMessage, errorData: failure.data };
}
