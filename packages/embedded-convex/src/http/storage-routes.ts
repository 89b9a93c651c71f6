import { MAX_HTTP_BODY_BYTES, MAX_UNREAD_MS } from "../base/client-limits";
import { badRequest, RequestError } from "../base/errors";
import { fileWork } from "../base/file-work";
import { isStorageId } from "../functions/syscalls/file-bodies";
import type { FileStorage } from "../functions/syscalls/file-storage";
import type { Database } from "../transaction/database";
import type { Exchange } from "./admission";
import { sendJson } from "./api-error";
import { parseByteRange } from "./byte-range";
import { allowCrossOrigin } from "./cors";
import { readBody } from "./request-body";

const PREFIX = "/api/storage/";
const SHA256_DIGEST = /^sha-256=(\S+)$/;

type Options = {
  storage(): FileStorage;
  database: Database;
};

/** The endpoints for uploads and downloads of stored files. */
export class StorageRoutes {
  constructor(private readonly options: Options) {}

  has(pathname: string): boolean {
    return pathname.startsWith(PREFIX);
  }

  async handle(exchange: Exchange): Promise<void> {
    if (allowCrossOrigin(exchange.request, exchange.response)) return;
    const id = exchange.url.pathname.slice(PREFIX.length);
    if (id === "upload") await this.#upload(exchange);
    else await this.#download(exchange, id);
  }

  async #upload({ request, response, url, visitor }: Exchange): Promise<void> {
    if (request.method !== "POST") throw methodNotAllowed("Use POST");
    const token = url.searchParams.get("token") ?? "";
    const storage = this.options.storage();
    const maxBytes = await storage.requireUploadToken(token);
    // Somebody who may has asked for it.
    visitor.identify(token);
    const { digest } = request.headers;
    const header = Array.isArray(digest) ? digest[0] : digest;
    const id = await storage.upload(
      token,
      await readBody(request, {
        visitor,
        maxBytes: Math.min(maxBytes, MAX_HTTP_BODY_BYTES),
      }),
      request.headers["content-type"] ?? null,
      header === undefined ? undefined : SHA256_DIGEST.exec(header)?.[1],
    );
    sendJson(response, 200, JSON.stringify({ storageId: id }));
  }

  async #download(
    { request, response, url, visitor }: Exchange,
    id: string,
  ): Promise<void> {
    if (request.method !== "GET" && request.method !== "HEAD") {
      throw methodNotAllowed("Use GET");
    }
    if (!isStorageId(id)) {
      throw badRequest(
        "InvalidStoragePath",
        `Invalid storage path: "${id}". Please use \`storage.getUrl(storageId: Id<"_storage">)\` to generate a valid URL to retrieve files. See https://docs.convex.dev/file-storage/serve-files for more details`,
      );
    }
    const storage = this.options.storage();
    const component = url.searchParams.get("component") ?? "";
    const file = this.options.database.read((transaction) =>
      storage.find(transaction, component, id),
    );
    await visitor.holdInTurn(file?.size ?? 0);
    if (response.destroyed) return;
    const body =
      file &&
      (await fileWork.run(() => storage.bodies.read(file), visitor.asker));
    if (file === null || body === null) {
      throw new RequestError(404, "FileNotFound", `File ${id} not found`);
    }
    const asked = request.headers.range;
    const isList = asked !== undefined && asked.includes(",");
    const range = isList ? "unsatisfiable" : parseByteRange(asked, body.length);
    if (range === "unsatisfiable") {
      response.writeHead(416, { "content-range": `bytes */${body.length}` });
      response.end();
      return;
    }
    const { start, end } = range ?? { start: 0, end: body.length - 1 };
    response.writeHead(range === null ? 200 : 206, {
      "content-type": file.contentType ?? "application/octet-stream",
      "content-length": end + 1 - start,
      "accept-ranges": "bytes",
      ...(range === null
        ? { digest: `sha-256=${file.sha256}` }
        : { "content-range": `bytes ${start}-${end}/${body.length}` }),
      "cache-control": "private, max-age=2592000",
      // Uploaded HTML must not run with the rights of this origin.
      "content-security-policy": "sandbox; default-src 'none'",
    });
    response.setTimeout(MAX_UNREAD_MS, () => response.destroy());
    const part = body.subarray(start, end + 1);
    response.end(request.method === "HEAD" ? undefined : part);
  }
}

function methodNotAllowed(message: string): RequestError {
  return new RequestError(405, "MethodNotAllowed", message);
}
