import type { Asker } from "../../base/work-gate";
import type {
  ActionRunner,
  HttpActionOutcome,
} from "../execution/action-runner";
import type { CallContext } from "../calls/call-context";
import { clientError } from "../calls/client-error";
import type { Caller, FunctionFailure, Identity } from "../calls/function-call";
import type { App } from "../definitions/app";
import type { ExecutionServices } from "../execution/execution-services";
import { findRoute } from "../definitions/http-routes";
import { newRequestId } from "../calls/request-id";

type Options = {
  actions: ActionRunner;
  services: Pick<ExecutionServices, "logger" | "clock" | "onExecution">;
  isProduction: boolean;
  /** Verifies a bearer token; rejects if it is invalid. */
  verifyToken(token: string): Promise<Identity>;
};

/** Serves requests through the routes in the app's `http.ts`. */
export class HttpActionRunner {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Null when no route matches; an error of the handler is a response. */
  async run(
    app: App,
    request: Request,
    asker?: Asker,
  ): Promise<Response | null> {
    const path = new URL(request.url).pathname;
    const route = findRoute(app.root, path, request.method);
    if (route === null) return null;
    const context: CallContext = {
      app,
      caller: await this.#callerOf(request),
      requestId: newRequestId(),
      startedAtMs: this.#options.services.clock.now(),
      asker,
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

  /** An invalid token makes a request anonymous: the route may need none. */
  async #callerOf(request: Request): Promise<Caller> {
    const header = request.headers.get("authorization") ?? "";
    const token = /^Bearer (.+)$/i.exec(header)?.[1];
    if (token === undefined) return { kind: "user", identity: null };
    try {
      const identity = await this.#options.verifyToken(token);
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
