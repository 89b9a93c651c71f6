import type { Logger } from "../../base/logger";
import { oneLine } from "../../base/one-line";
import { displayPath, type FunctionPath } from "../definitions/function-path";
import { failureText } from "../calls/function-failure";
import type { FunctionResult } from "../calls/function-call";
import type { TargetCall } from "../calls/call-context";
import type { Usage } from "../../transaction/metrics";
import type { ExecutionServices } from "./execution-services";

type Surroundings = Pick<ExecutionServices, "logger" | "clock" | "onExecution">;

/**
 * Writes a finished execution to the function log, and its log lines and its
 * error to the server's log, since clients in production see only the request
 * id. A ConvexError is not logged: it is a deliberate answer, and clients get
 * all of it.
 */
export function reportOutcome(
  { logger, clock, onExecution }: Surroundings,
  { target, context }: TargetCall,
  result: FunctionResult & { logLines: string[]; usage?: Usage },
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
    usage: result.usage ?? null,
    error: result.ok ? null : failureText(result.failure),
  });
  const place = component.path === "" ? "" : `${component.path}/`;
  const name = `${fn.kind} ${place}${displayPath(fn.path)}`;
  for (const line of result.logLines) logger.info(`${name}: ${line}`);
  if (result.ok || result.failure.data !== undefined) return;
  const why = oneLine(failureText(result.failure));
  logger.error(`[Request ID: ${context.requestId}] ${name} failed: ${why}`);
}

/** Logs an error that no caller of the function sees. */
export function reportStray(
  logger: Logger,
  requestId: string,
  path: FunctionPath,
  message: string,
): void {
  const why = oneLine(message);
  logger.error(
    `[Request ID: ${requestId}] ${displayPath(path)} left an unhandled error: ${why}`,
  );
}
