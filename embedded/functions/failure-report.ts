import type { Logger } from "../base/logger";
import { displayPath } from "./function-path";
import type { FunctionResult } from "./function-call";
import type { TargetCall } from "./transaction-runner";

/**
 * Writes what a run said into the log, and why it failed: clients in
 * production are told no more than the request id.
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
  if (result.ok) return;
  const { message, data } = result.failure;
  const text = `[Request ID: ${context.requestId}] ${name} failed: ${message}`;
  // A ConvexError is the app's way to say no: nothing is wrong.
  if (data === undefined) logger.error(text);
  else logger.info(text);
}
