import type { IncomingMessage, ServerResponse } from "node:http";
import { RequestError } from "../base/errors";
import type { Logger } from "../base/logger";
import type { Caller } from "../functions/execution/function-call";
import { type Authenticator, credentialOf } from "../protocol/authenticator";
import {
  type JsonObject,
  parseApiCall,
  parseJsonObject,
  parseQueryString,
} from "./api-calls";
import { sendApiError, sendJson } from "./api-error";
import type { ApiFunctions } from "./api-functions";
import { allowCrossOrigin } from "./cors";
import { readBody } from "./request-body";

const PREFIX = "/api/";
const RUN_PREFIX = "/api/run/";

type Post = (body: JsonObject, caller: Caller) => Promise<string>;

type Options = {
  functions: ApiFunctions;
  authenticator: Authenticator;
  logger: Logger;
};

/** The addresses of the HTTP API under `/api/`. */
export class ApiRoutes {
  readonly #options: Options;
  readonly #posts: ReadonlyMap<string, Post>;

  constructor(options: Options) {
    const { functions } = options;
    this.#options = options;
    this.#posts = new Map<string, Post>([
      ["query", (body, caller) => functions.query(parseApiCall(body), caller)],
      [
        "mutation",
        (body, caller) => functions.mutation(parseApiCall(body), caller),
      ],
      [
        "action",
        (body, caller) => functions.action(parseApiCall(body), caller),
      ],
      ["function", (body, caller) => functions.any(parseApiCall(body), caller)],
      ["query_ts", () => functions.newestTimestamp()],
      ["query_at_ts", (body, caller) => functions.queryAt(body, caller)],
      ["query_batch", (body, caller) => functions.batch(body, caller)],
    ]);
  }

  /** Answers a request for one of the API's addresses; false for any other. */
  async handle(
    request: IncomingMessage,
    response: ServerResponse,
    url: URL,
  ): Promise<boolean> {
    const isRun = url.pathname.startsWith(RUN_PREFIX);
    const post = isRun
      ? this.#runByAddress(url.pathname.slice(RUN_PREFIX.length))
      : this.#posts.get(url.pathname.slice(PREFIX.length));
    if (post === undefined || !url.pathname.startsWith(PREFIX)) return false;
    if (allowCrossOrigin(request, response)) return true;
    try {
      sendJson(response, 200, await this.#answer(request, url, post));
    } catch (error) {
      sendApiError(response, error, this.#options.logger);
    }
    return true;
  }

  async #answer(
    request: IncomingMessage,
    url: URL,
    post: Post,
  ): Promise<string> {
    const { authenticator, functions } = this.#options;
    const credential = credentialOf(request.headers.authorization);
    if (request.method === "GET" && url.pathname === "/api/query") {
      const caller = await authenticator.authenticate(credential);
      return functions.query(parseQueryString(url.searchParams), caller);
    }
    if (request.method !== "POST") {
      throw new RequestError(405, "MethodNotAllowed", "Use POST");
    }
    const caller = await authenticator.authenticate(credential);
    const body = await readBody(request);
    const hasNone = body.length === 0 && url.pathname === "/api/query_ts";
    return post(hasNone ? {} : parseJsonObject(body.toString()), caller);
  }

  /** `/api/run/messages/list` is `messages:list`. */
  #runByAddress(address: string): Post {
    return (body, caller) => {
      const parts = decodeAddress(address).split("/");
      const name = parts.pop() ?? "";
      const path = `${parts.join("/")}:${name}`;
      const { functions } = this.#options;
      return functions.any(parseApiCall({ ...body, path }), caller);
    };
  }
}

function decodeAddress(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    throw new RequestError(
      400,
      "BadConvexFunctionIdentifier",
      "The address does not name a function",
    );
  }
}
