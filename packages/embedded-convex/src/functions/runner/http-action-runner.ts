import { oneLine } from "../../base/one-line";
import type { Asker } from "../../base/fair-queue";
import type {
  ActionRunner,
  HttpActionOutcome,
} from "../execution/action-runner";
import type { CallContext } from "../calls/call-context";
import { isShown } from "../calls/client-error";
import type { Caller, FunctionFailure, Identity } from "../calls/function-call";
import { failureText } from "../calls/function-failure";
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

  /**
   * Null when no route matches; an error of the handler is a response.
   *
   * @param onEnd called when the action has ended, which may be after its
   *   response has begun
   */
  async run(
    app: App,
    request: Request,
    { asker, onEnd }: { asker?: Asker; onEnd?: () => void } = {},
  ): Promise<Response | null> {
    const path = new URL(request.url).pathname;
    const route = findRoute(app.root, path, request.method);
    if (route === null) {
      onEnd?.();
      return null;
    }
    const context: CallContext = {
      app,
      caller: await this.#callerOf(request),
      requestId: newRequestId(),
      startedAtMs: this.#options.services.clock.now(),
      asker,
    };
    const { response, ended } = await this.#options.actions.runHttpAction(
      route.endpoint,
      request,
      route.component,
      context,
    );
    const identifier = `${request.method} ${path}`;
    const reported = ended.then((outcome) => {
      this.#report(identifier, route.component.path, context, outcome);
      onEnd?.();
      return outcome;
    });
    if (response !== null) return response;
    const outcome = await reported;
    if (outcome.ok) throw new Error("an HTTP action ended without a response");
    return this.#errorResponse(outcome.failure, context.requestId);
  }

  /**
   * A request with an invalid token runs: the route may need none, or the header may be
   * the app's own. It has no identity then.
   */
  async #callerOf(request: Request): Promise<Caller> {
    const header = request.headers.get("authorization");
    if (header === null) return { kind: "user", identity: null };
    const token = /^Bearer (.+)$/i.exec(header)?.[1];
    try {
      if (token === undefined) throw new Error("Invalid admin key");
      const identity = await this.#options.verifyToken(token);
      return { kind: "user", identity, token };
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      return { kind: "user", identity: null, whyUnknown: why };
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
      usage: null,
      kind: "httpAction",
      component,
      identifier,
      requestId,
      caller: caller.kind,
      environment: "isolate",
      startedAtMs,
      durationMs: clock.now() - startedAtMs,
      logLines: outcome.logLines,
      error: outcome.ok ? null : failureText(outcome.failure),
    });
    for (const line of outcome.logLines) {
      logger.info(`http ${identifier}: ${line}`);
    }
    if (outcome.ok) return;
    const why = oneLine(failureText(outcome.failure));
    logger.error(
      `[Request ID: ${requestId}] http ${identifier} failed: ${why}`,
    );
  }

  #errorResponse(failure: FunctionFailure, requestId: string): Response {
    const code = `[Request ID: ${requestId}] Server Error`;
    const isTold = isShown(failure, this.#options.isProduction);
    return Response.json(
      {
        code: isTold ? `${code}: ${failure.message}` : code,
        ...(isTold && { trace: failureText(failure) }),
        ...(failure.data !== undefined && { data: failure.data }),
      },
      { status: 500 },
    );
  }
}
