import type { Logger } from "../base/logger";
import { oneLine } from "../base/one-line";
import { displayPath, type FunctionPath } from "./function-path";
import type { FunctionResult } from "./function-call";
import type { TargetCall } from "./transaction-runner";

/**
 * Writes what a run said into the log, and in one line why it failed: clients
 * in production are told no more than the request id. A ConvexError is the
 * app's way to say no, and reaches the client in full: nothing to explain.
 */
export function reportFailure(
  logger: Logger,
  { target, context }: TargetCall,
  result: FunctionResult & { logLines: string[] },
): void {
  const { component, fn } = target;
  const place = component.path === "" ? "" : `${component.path}/`;
  const name = `${fn.kind} ${place}${displayPath(fn.path)}`;
  for (const line of result.logLines) logger.info(`${name}: ${line}`);
  if (result.ok || result.failure.data !== undefined) return;
  const why = oneLine(result.failure.message);
  logger.error(`[Request ID: ${context.requestId}] ${name} failed: ${why}`);
}

/** Writes an error into the log that no caller of the function will see. */
export function reportStray(
  logger: Logger,
  requestId: string,
  path: FunctionPath,
  message: string,
): void {
  const why = oneLine(message);
  logger.error(
    `[Request ID: ${requestId}] ${displayPath(path)} left an error behind that nobody awaited: ${why}`,
  );
}
