import type { Logger } from "../base/logger";
import type { ActionRunner } from "./action-runner";
import type { CallContext } from "./call-context";
import { clientError } from "./client-error";
import type { Caller, FunctionFailure, Identity } from "./function-call";
import type { Deployment } from "./deployment";
import { findRoute } from "./http-routes";
import { newRequestId } from "./request-id";

type Options = {
  actions: ActionRunner;
  logger: Logger;
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
    };
    const outcome = await this.#options.actions.runHttpAction(
      route.endpoint,
      request,
      route.component,
      context,
    );
    this.#report(request.method, path, outcome.logLines);
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

  #report(method: string, path: string, logLines: readonly string[]): void {
    for (const line of logLines) {
      this.#options.logger.info(`http ${method} ${path}: ${line}`);
    }
  }

  #errorResponse(
    path: string,
    failure: FunctionFailure,
    requestId: string,
  ): Response {
    const { logger, isProduction } = this.#options;
    logger.error(
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
