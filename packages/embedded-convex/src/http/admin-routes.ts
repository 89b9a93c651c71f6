import { createReadStream } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { brotliDecompress } from "node:zlib";
import {
  CLOCK_PATH,
  HEALTH_PATH,
  OUTBOX_MAIL_PATH,
  OUTBOX_PATH,
  STATES_PATH,
} from "../admin/admin-api";
import type { Administration } from "../admin/administration";
import { badRequest } from "../base/errors";
import type { JsonObject } from "../base/parse-json";
import { type Authenticator, credentialOf } from "../protocol/authenticator";
import type { Exchange } from "./admission";
import { parseJsonObject } from "./api-calls";
import { sendJson } from "./api-error";
import type { ApiFunctions } from "./api-functions";
import { readBody } from "./request-body";

const EXPORT_PREFIX = "/api/export/zip/";
const SCHEMA_STATE_PREFIX = "/api/schema_state/";
const MAX_PUSH_BYTES = 128 * 1024 * 1024;

type Options = {
  administration: Administration;
  authenticator: Authenticator;
  functions: ApiFunctions;
  /** What the command line is told of the deployment's addresses. */
  publicUrl: URL;
};

/** Returns the value to send as JSON; undefined for an empty body. */
type Answer = (exchange: Exchange) => unknown;

/** The endpoints that the Convex CLI uses. All require the admin key. */
export class AdminRoutes {
  readonly #answers: ReadonlyMap<string, Answer>;

  constructor(private readonly options: Options) {
    this.#answers = this.#table(options);
  }

  has(method: string, pathname: string): boolean {
    return (
      this.#find(method, pathname) !== undefined ||
      pathname.startsWith(EXPORT_PREFIX)
    );
  }

  async handle(exchange: Exchange): Promise<void> {
    const { request, response, visitor } = exchange;
    const { pathname } = exchange.url;
    const answer = this.#find(request.method, pathname);
    this.#requireAdmin(request);
    visitor.leave();
    if (answer === undefined) return this.#sendExport(response, pathname);
    const result = await answer(exchange);
    const text = result === undefined ? "" : JSON.stringify(result);
    if (!response.destroyed) sendJson(response, 200, text);
  }

  #find(method = "", pathname: string): Answer | undefined {
    const isState = pathname.startsWith(SCHEMA_STATE_PREFIX);
    const path = isState ? SCHEMA_STATE_PREFIX : pathname;
    return this.#answers.get(`${method} ${path}`);
  }

  #table({ administration, functions, publicUrl: { origin } }: Options) {
    const { pushes, environment, log, exports, imports } = administration;
    const { states, health, outbox } = administration;
    const answers: Record<string, Answer> = {
      "GET /api/v1/get_canonical_urls": () => ({
        convexCloudUrl: origin,
        convexSiteUrl: origin,
      }),
      "POST /api/get_config_hashes": () => pushes.configHashes(),
      "POST /api/deploy2/start_push": posted((body) => pushes.start(body)),
      "POST /api/deploy2/evaluate_push": posted((body) =>
        pushes.evaluate(body),
      ),
      "POST /api/deploy2/wait_for_schema": posted((body) =>
        pushes.waitForSchema(body),
      ),
      "POST /api/deploy2/finish_push": posted((body) => pushes.finish(body)),
      "POST /api/deploy2/report_push_completed": () => null,
      // Of command lines before 1.28, for apps without components.
      "POST /api/prepare_schema": posted((body) => pushes.prepareSchema(body)),
      [`GET ${SCHEMA_STATE_PREFIX}`]: ({ url }) =>
        pushes.schemaState(url.pathname.slice(SCHEMA_STATE_PREFIX.length)),
      "POST /api/push_config": posted((body) => pushes.pushConfig(body)),
      "POST /api/update_environment_variables": posted((body) =>
        environment.update(body),
      ),
      "GET /api/stream_function_logs": async ({ request, url }) => {
        const cursor = Number(url.searchParams.get("cursor")) || 0;
        const page = await log.since(cursor);
        // The key may have been replaced during the long poll.
        this.#requireAdmin(request);
        return page;
      },
      [`GET ${HEALTH_PATH}`]: () => health.read(),
      [`POST ${CLOCK_PATH}`]: posted((body) =>
        administration.advanceClock(body),
      ),
      [`GET ${OUTBOX_PATH}`]: () => outbox.list(),
      [`GET ${OUTBOX_MAIL_PATH}`]: ({ url }) =>
        outbox.read(url.searchParams.get("id") ?? ""),
      [`POST ${STATES_PATH}`]: async () => ({
        done: (await states.list()).join("\n") || "There are no states",
      }),
      [`POST ${STATES_PATH}/save`]: posted(async ({ name }) => ({
        done: await states.save(name),
      })),
      [`POST ${STATES_PATH}/load`]: posted(async ({ name }) => ({
        done: await states.load(name),
      })),
      "POST /api/run_test_function": posted(async (body): Promise<unknown> =>
        JSON.parse(await functions.inlineQuery(body)),
      ),
      "POST /api/export/request/zip": ({ url }) =>
        exports.start(url.searchParams.get("includeStorage") === "true"),
      "POST /api/import/start_upload": async () => ({
        uploadToken: await imports.uploads.start(),
      }),
      "POST /api/import/upload_part": async ({ request, visitor, url }) =>
        imports.uploads.addPart(
          url.searchParams.get("uploadToken") ?? "",
          url.searchParams.get("partNumber") ?? "",
          await readBody(request, { visitor }),
        ),
      "POST /api/import/finish_upload": posted(async (body) => ({
        importId: await imports.finishUpload(body),
      })),
      "POST /api/perform_import": posted(({ importId }) =>
        imports.perform(importId),
      ),
    };
    return new Map(Object.entries(answers));
  }

  #requireAdmin(request: IncomingMessage): void {
    const credential = credentialOf(request.headers.authorization);
    const key = credential.kind === "admin" ? credential.key : "";
    this.options.authenticator.requireAdminKey(key);
  }

  async #sendExport(response: ServerResponse, pathname: string): Promise<void> {
    const startTs = pathname.slice(EXPORT_PREFIX.length);
    const { exports } = this.options.administration;
    const { path, size } = await exports.find(startTs);
    response.writeHead(200, {
      "content-type": "application/zip",
      "content-length": size,
      "content-disposition": `attachment; filename=snapshot_${startTs}.zip`,
      "cache-control": "no-store",
    });
    await pipeline(createReadStream(path), response);
  }
}

/** Answers requests that have a JSON body. */
function posted(work: (body: JsonObject) => unknown): Answer {
  return async (exchange) => work(await readJson(exchange));
}

/**
 * Reads a JSON body; the CLI compresses large ones with brotli.
 *
 * @throws RequestError 400 or 413
 */
async function readJson({ request, visitor }: Exchange): Promise<JsonObject> {
  const body = await readBody(request, { visitor });
  if (request.headers["content-encoding"] !== "br") {
    return parseJsonObject(body.toString());
  }
  const options = { maxOutputLength: MAX_PUSH_BYTES };
  const text = await promisify(brotliDecompress)(body, options).catch(() => {
    throw badRequest("BadBody", "The body is not brotli, or too large");
  });
  return parseJsonObject(text.toString());
}
