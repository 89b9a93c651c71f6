import type { Logger } from "../base/logger";
import type { FunctionCall, FunctionFailure } from "../functions/function-call";

/**
 * Explains in one line what a client was told by request id alone. A
 * ConvexError is an answer that the function chose to give, not worth a line.
 */
export function logFailure(
  logger: Logger,
  kind: "query" | "mutation" | "action" | "function",
  call: FunctionCall,
  failure: FunctionFailure,
): void {
  if (failure.data !== undefined) return;
  const message = failure.message.replace(/\s*\n\s*/g, " | ");
  const path =
    call.component === "" ? call.path : `${call.component}/${call.path}`;
  logger.error(`[Request ID: ${call.requestId}] ${kind} ${path}: ${message}`);
}
