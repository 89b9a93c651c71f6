import type { Asker } from "../../base/fair-queue";
import type { ActionRunner } from "../execution/action-runner";
import type { CallContext } from "../calls/call-context";
import { isShown } from "../calls/client-error";
import type { Caller, FunctionFailure } from "../calls/call-and-outcome";
import { failureText } from "../calls/function-failure";
import type { App } from "../app/app";
import { report } from "../execution/execution-report";
import type { ExecutionServices } from "../syscalls/execution-services";
import type { HttpRoute } from "../app/http-routes";
import { newRequestId } from "../calls/request-id";

type Options = {
  actions: ActionRunner;
  services: Pick<ExecutionServices, "logger" | "clock" | "onExecution">;
  isProduction: boolean;
};

/** Who sends a request, and how they wait for its turn; by default nobody known. */
export type Asking = { caller?: Caller; asker?: Asker };

const NOBODY: Caller = { kind: "user", identity: null };

/** Serves requests through the routes in the app's `http.ts`. */
export class HttpActionRunner {
  constructor(private readonly options: Options) {}

  /**
   * Runs a route's handler; its error is a response.
   *
   * @param onEnd called when the action has ended, which may be after its
   *   response has begun
   */
  async run(
    app: App,
    { endpoint, component }: HttpRoute,
    request: Request,
    { caller = NOBODY, asker, onEnd }: Asking & { onEnd?: () => void } = {},
  ): Promise<Response> {
    const context: CallContext = {
      app,
      caller,
      requestId: newRequestId(),
      startedAtMs: this.options.services.clock.now(),
      asker,
    };
    const { response, ended } = await this.options.actions.runHttpAction(
      endpoint,
      request,
      component,
      context,
    );
    const identifier = `${request.method} ${new URL(request.url).pathname}`;
    const what = {
      kind: "httpAction" as const,
      component: component.path,
      identifier,
      environment: "isolate" as const,
    };
    const reported = ended.then((outcome) => {
      const name = `http ${identifier}`;
      report(this.options.services, context, what, name, outcome);
      onEnd?.();
      return outcome;
    });
    if (response !== null) return response;
    const outcome = await reported;
    if (outcome.ok) throw new Error("an HTTP action ended without a response");
    return this.#errorResponse(outcome.failure, context.requestId);
  }

  #errorResponse(failure: FunctionFailure, requestId: string): Response {
    const code = `[Request ID: ${requestId}] Server Error`;
    const isTold = isShown(failure, this.options.isProduction);
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
