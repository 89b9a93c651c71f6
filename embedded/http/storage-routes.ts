import type { IncomingMessage, ServerResponse } from "node:http";
import { RequestError } from "../base/errors";
import type { Logger } from "../base/logger";
import type { FileStorage } from "../functions/files/file-storage";
import type { Database } from "../transaction/database";
import { sendApiError, sendJson } from "./api-error";
import { allowCrossOrigin } from "./cors";
import { readBody } from "./request-body";

const PREFIX = "/api/storage/";
const SHA256_DIGEST = /^sha-256=(\S+)$/;

type Options = {
  storage(): FileStorage;
  database: Database;
  logger: Logger;
};

/** The addresses that functions give out for sending and fetching files. */
export class StorageRoutes {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Answers a request for a storage address; false for any other. */
  async handle(
    request: IncomingMessage,
    response: ServerResponse,
    url: URL,
  ): Promise<boolean> {
    if (!url.pathname.startsWith(PREFIX)) return false;
    if (allowCrossOrigin(request, response)) return true;
    try {
      const id = url.pathname.slice(PREFIX.length);
      if (id === "upload") await this.#upload(request, response, url);
      else await this.#download(request, response, url, id);
    } catch (error) {
      sendApiError(response, error, this.#options.logger);
    }
    return true;
  }

  async #upload(
    request: IncomingMessage,
    response: ServerResponse,
    url: URL,
  ): Promise<void> {
    if (request.method !== "POST") throw methodNotAllowed("Use POST");
    const { digest } = request.headers;
    const header = Array.isArray(digest) ? digest[0] : digest;
    const id = await this.#options
      .storage()
      .upload(
        url.searchParams.get("token") ?? "",
        await readBody(request),
        request.headers["content-type"] ?? null,
        header === undefined ? undefined : SHA256_DIGEST.exec(header)?.[1],
      );
    sendJson(response, 200, JSON.stringify({ storageId: id }));
  }

  async #download(
    request: IncomingMessage,
    response: ServerResponse,
    url: URL,
    id: string,
  ): Promise<void> {
    if (request.method !== "GET" && request.method !== "HEAD") {
      throw methodNotAllowed("Use GET");
    }
    const storage = this.#options.storage();
    const component = url.searchParams.get("component") ?? "";
    const transaction = this.#options.database.beginRead();
    const file = storage.find(transaction, component, id);
    transaction.close();
    const body = file && (await storage.read(file));
    if (file === null || body === null) {
      throw new RequestError(404, "NotFound", "There is no such file");
    }
    response.writeHead(200, {
      "content-type": file.contentType ?? "application/octet-stream",
      "content-length": body.length,
      digest: `sha-256=${file.sha256}`,
      "cache-control": "private, max-age=2592000",
      // What people upload must not run as a page of this origin.
      "x-content-type-options": "nosniff",
      "content-security-policy": "sandbox; default-src 'none'",
    });
    response.end(request.method === "HEAD" ? undefined : body);
  }
}

function methodNotAllowed(message: string): RequestError {
  return new RequestError(405, "MethodNotAllowed", message);
}
