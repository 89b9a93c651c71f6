import type { Logger } from "../../base/logger";
import { oneLine } from "../../base/one-line";
import { displayPath, type FunctionPath } from "../definitions/function-path";
import type { FunctionResult } from "./function-call";
import type { HostServices } from "./host-services";
import type { TargetCall } from "./transaction-runner";

type Surroundings = Pick<HostServices, "logger" | "clock" | "onExecution">;

/**
 * Writes what a run said into the log, and in one line why it failed: clients
 * in production are told no more than the request id. A ConvexError is the
 * app's way to say no, and reaches the client in full: nothing to explain.
 */
export function reportOutcome(
  { logger, clock, onExecution }: Surroundings,
  { target, context }: TargetCall,
  result: FunctionResult & { logLines: string[] },
): void {
  const { component, fn } = target;
  onExecution({
    kind: fn.kind,
    component: component.path,
    identifier: `${fn.path.module}:${fn.path.name}`,
    requestId: context.requestId,
    caller: context.caller.kind,
    environment: fn.environment,
    startedAtMs: context.startedAtMs,
    durationMs: clock.now() - context.startedAtMs,
    logLines: result.logLines,
    error: result.ok ? null : result.failure.message,
  });
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
