import type { JSONValue } from "convex/values";
import type { FunctionFailure } from "./call-and-outcome";
import { failureText } from "./function-failure";

/** A failure as clients see it, in the protocol's fields. */
export type ClientError = { errorMessage: string; errorData?: JSONValue };

/**
 * Redacts a failure for clients. In production only a ConvexError's data is
 * sent; everything else becomes `Server Error` with a request id, under which
 * the log has the full error. `errorData` is absent, never null, for ordinary
 * errors: clients treat its presence as the mark of a ConvexError.
 */
export function clientError(
  failure: FunctionFailure,
  requestId: string,
  isProduction: boolean,
): ClientError {
  const firstLine = `[Request ID: ${requestId}] Server Error`;
  const errorMessage = isShown(failure, isProduction)
    ? `${firstLine}\n${failureText(failure)}`
    : firstLine;
  return failure.data === undefined
    ? { errorMessage }
    : { errorMessage, errorData: failure.data };
}

/** Whether clients get the details of failures. */
export function isShown(
  failure: FunctionFailure,
  isProduction: boolean,
): boolean {
  // The message of a busy server reveals nothing, and asks the client to retry later.
  return !isProduction || failure.isBusy === true;
}
