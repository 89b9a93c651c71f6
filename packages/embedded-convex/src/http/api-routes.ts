import {
  LARGE_MESSAGE_BYTES,
  MAX_HTTP_BODY_BYTES,
  MAX_USER_MESSAGE_BYTES,
  MAX_USER_VALUES,
  PARSED_FACTOR,
} from "../base/client-limits";
import { badRequest, RequestError } from "../base/errors";
import type { JsonObject } from "../base/parse-json";
import { turns } from "../base/turns";
import type { Caller } from "../functions/calls/call-and-outcome";
import type { Exchange, Guest } from "./admission";
import { parseApiCall, parseJsonObject, parseQueryString } from "./api-calls";
import { sendJson } from "./api-error";
import type { ApiFunctions, ApiVisit } from "./api-functions";
import { allowCrossOrigin } from "./cors";
import { readBody } from "./request-body";

const PREFIX = "/api/";
const RUN_PREFIX = "/api/run/";

type Post = (body: JsonObject, visit: ApiVisit) => Promise<string>;

/** The endpoints under `/api/` that call functions. */
export class ApiRoutes {
  readonly #posts: ReadonlyMap<string, Post>;

  constructor(private readonly functions: ApiFunctions) {
    this.#posts = new Map<string, Post>([
      ["query", (body, visit) => functions.query(parseApiCall(body), visit)],
      [
        "mutation",
        (body, visit) => functions.mutation(parseApiCall(body), visit),
      ],
      ["action", (body, visit) => functions.action(parseApiCall(body), visit)],
      ["function", (body, visit) => functions.any(parseApiCall(body), visit)],
      ["query_ts", () => functions.newestTimestamp()],
      ["query_at_ts", (body, visit) => functions.queryAt(body, visit)],
      ["query_batch", (body, visit) => functions.batch(body, visit)],
    ]);
  }

  has(pathname: string): boolean {
    return this.#postAt(pathname) !== undefined;
  }

  async handle(exchange: Exchange): Promise<void> {
    const { request, response, url, visitor } = exchange;
    const post = this.#postAt(url.pathname);
    if (post === undefined || allowCrossOrigin(request, response)) return;
    const text = await this.#answer(exchange, post);
    visitor.hold(text.length);
    sendJson(response, 200, text);
  }

  #postAt(pathname: string): Post | undefined {
    if (!pathname.startsWith(PREFIX)) return undefined;
    return pathname.startsWith(RUN_PREFIX)
      ? this.#runByAddress(pathname.slice(RUN_PREFIX.length))
      : this.#posts.get(pathname.slice(PREFIX.length));
  }

  async #answer(
    { request, response, url, visitor, caller: credited }: Exchange,
    post: Post,
  ): Promise<string> {
    const caller = await credited;
    if (request.method === "GET" && url.pathname === "/api/query") {
      const call = parseQueryString(url.searchParams);
      return this.functions.query(call, visitOf(caller, visitor));
    }
    if (request.method !== "POST") {
      throw new RequestError(405, "MethodNotAllowed", "Use POST");
    }
    const isAdmin = caller.kind === "admin";
    if (isAdmin) visitor.leave();
    const maxValues = isAdmin ? undefined : MAX_USER_VALUES;
    const maxBytes = isAdmin ? MAX_HTTP_BODY_BYTES : MAX_USER_MESSAGE_BYTES;
    const body = await readBody(request, { visitor, maxBytes });
    visitor.hold(PARSED_FACTOR * body.length);
    const { asker } = visitor;
    const isLarge = body.length > LARGE_MESSAGE_BYTES;
    await (isLarge ? turns.long(asker) : turns.short(asker));
    const hasNone = body.length === 0 && url.pathname === "/api/query_ts";
    const json = hasNone ? {} : parseJsonObject(body.toString(), maxValues);
    const isWaiting = () => !response.destroyed;
    return post(json, { ...visitOf(caller, visitor), isWaiting });
  }

  /** Calls `messages:list` for `/api/run/messages/list`. */
  #runByAddress(address: string): Post {
    return (body, visit) => {
      const parts = decodeAddress(address).split("/");
      const name = parts.pop() ?? "";
      const path = `${parts.join("/")}:${name}`;
      return this.functions.any(parseApiCall({ ...body, path }), visit);
    };
  }
}

function visitOf(caller: Caller, visitor: Guest): ApiVisit {
  const hold = (bytes: number) => visitor.hold(bytes);
  return { caller, asker: visitor.asker, hold };
}

function decodeAddress(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    throw badRequest(
      "BadConvexFunctionIdentifier",
      "The address does not name a function",
    );
  }
}
