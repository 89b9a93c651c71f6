import type { ActionRunner, HttpActionOutcome } from "./action-runner";
import type { CallContext } from "./call-context";
import { clientError } from "./client-error";
import type { Caller, FunctionFailure, Identity } from "./function-call";
import type { Deployment } from "../definitions/deployment";
import type { HostServices } from "./host-services";
import { findRoute } from "../definitions/http-routes";
import { newRequestId } from "./request-id";

type Options = {
  actions: ActionRunner;
  services: Pick<HostServices, "logger" | "clock" | "onExecution">;
  isProduction: boolean;
  /** Verifies a bearer token; rejects for a bad one. */
  authenticate(token: string): Promise<Identity>;
};

/** Answers requests with the routes that the app declares in `http.ts`. */
export class HttpActionHost {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Null when no route matches; an error of the handler is a response. */
  async handle(
    deployment: Deployment,
    request: Request,
  ): Promise<Response | null> {
    const path = new URL(request.url).pathname;
    const route = findRoute(deployment.root, path, request.method);
    if (route === null) return null;
    const context: CallContext = {
      deployment,
      caller: await this.#callerOf(request),
      requestId: newRequestId(),
      startedAtMs: this.#options.services.clock.now(),
    };
    const outcome = await this.#options.actions.runHttpAction(
      route.endpoint,
      request,
      route.component,
      context,
    );
    const identifier = `${request.method} ${path}`;
    this.#report(identifier, route.component.path, context, outcome);
    if (outcome.ok) return outcome.response;
    return this.#errorResponse(path, outcome.failure, context.requestId);
  }

  /** A bad token makes a request anonymous: the route may not even need one. */
  async #callerOf(request: Request): Promise<Caller> {
    const header = request.headers.get("authorization") ?? "";
    const token = /^Bearer (.+)$/i.exec(header)?.[1];
    if (token === undefined) return { kind: "user", identity: null };
    try {
      const identity = await this.#options.authenticate(token);
      return { kind: "user", identity, token };
    } catch {
      return { kind: "user", identity: null };
    }
  }

  #report(
    identifier: string,
    component: string,
    { requestId, caller, startedAtMs }: CallContext,
    outcome: HttpActionOutcome,
  ): void {
    const { logger, clock, onExecution } = this.#options.services;
    onExecution({
      kind: "httpAction",
      component,
      identifier,
      requestId,
      caller: caller.kind,
      environment: "isolate",
      startedAtMs,
      durationMs: clock.now() - startedAtMs,
      logLines: outcome.logLines,
      error: outcome.ok ? null : outcome.failure.message,
    });
    for (const line of outcome.logLines) {
      logger.info(`http ${identifier}: ${line}`);
    }
  }

  #errorResponse(
    path: string,
    failure: FunctionFailure,
    requestId: string,
  ): Response {
    const { services, isProduction } = this.#options;
    services.logger.error(
      `[Request ID: ${requestId}] http ${path} failed: ${failure.message}`,
    );
    const error = clientError(failure, requestId, isProduction);
    return Response.json(
      error.errorData === undefined
        ? { code: error.errorMessage }
        : { code: error.errorMessage, data: error.errorData },
      { status: 500 },
    );
  }
}
