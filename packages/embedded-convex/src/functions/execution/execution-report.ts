import type { Logger } from "../../base/logger";
import { oneLine } from "../../base/one-line";
import { displayPath, type FunctionPath } from "../app/function-path";
import { describeFailure, failureText } from "../calls/function-failure";
import type { FunctionFailure } from "../calls/call-and-outcome";
import type { CallContext, TargetCall } from "../calls/call-context";
import type { FinishedExecution } from "../calls/finished-execution";
import type { Usage } from "../../transaction/metrics";
import type { ExecutionServices } from "../syscalls/execution-services";

type Surroundings = Pick<ExecutionServices, "logger" | "clock" | "onExecution">;

type Executed = Pick<
  FinishedExecution,
  "kind" | "component" | "identifier" | "environment"
>;

type Reported = { logLines: string[]; usage?: Usage } & (
  { ok: true } | { ok: false; failure: FunctionFailure }
);

/** Reports a finished query, mutation or action. See `report`. */
export function reportOutcome(
  surroundings: Surroundings,
  { target, context }: TargetCall,
  result: Reported,
): void {
  const { component, fn } = target;
  const { kind, environment, path } = fn;
  const identifier = `${path.module}:${path.name}`;
  const what = { kind, component: component.path, identifier, environment };
  const place = component.path === "" ? "" : `${component.path}/`;
  const name = `${kind} ${place}${displayPath(path)}`;
  report(surroundings, context, what, name, result);
}

/**
 * Writes a finished execution to the function log, and its log lines and its
 * error to the server's log, since clients in production see only the request
 * id. A function's ConvexError is not logged: it is a deliberate answer, and clients
 * get all of it.
 *
 * @param name of the function in the server's log
 */
export function report(
  { logger, clock, onExecution }: Surroundings,
  { requestId, startedAtMs, caller }: CallContext,
  { kind, component, identifier, environment }: Executed,
  name: string,
  result: Reported,
): void {
  const error = result.ok ? null : failureText(result.failure);
  onExecution({
    kind,
    component,
    identifier,
    requestId,
    caller: caller.kind,
    environment,
    startedAtMs,
    durationMs: clock.now() - startedAtMs,
    logLines: result.logLines,
    usage: result.usage ?? null,
    error,
  });
  for (const line of result.logLines) logger.info(`${name}: ${line}`);
  if (result.ok || error === null) return;
  if (kind !== "httpAction" && result.failure.data !== undefined) return;
  logger.error(`[Request ID: ${requestId}] ${name} failed: ${oneLine(error)}`);
}

/** Logs an error that no caller of the function sees. */
export function reportStray(
  logger: Logger,
  { app, requestId }: CallContext,
  path: FunctionPath,
  error: unknown,
): void {
  const why = oneLine(failureText(describeFailure(error, app.sourceMaps)));
  logger.error(
    `[Request ID: ${requestId}] ${displayPath(path)} left an unhandled error: ${why}`,
  );
}
