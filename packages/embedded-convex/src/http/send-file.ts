import type { FileHandle } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import { codeOf } from "../base/error-code";
import type { Asker } from "../base/fair-queue";
import { fileWork } from "../base/file-work";
import { type ByteRange, parseByteRange } from "./byte-range";
import type { PageFile } from "./page-file";
import { senderOf } from "./visit";

/** Slow readers are disconnected after one to two of these periods. */
const STALL_MS = 30_000;
const PART_BYTES = 64 * 1024;

/**
 * Answers a request with a file and closes its handle. Supports
 * conditional GET and byte ranges.
 *
 * @param status of a complete response; conditions and ranges count with 200
 *   only
 */
export async function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  file: PageFile,
  status: 200 | 404 | 405,
): Promise<void> {
  const { handle, size, type, encoding } = file;
  try {
    const etag = `W/"${versionOf(file)}"`;
    response.setHeader("etag", etag);
    response.setHeader(
      "last-modified",
      new Date(file.modifiedMs).toUTCString(),
    );
    response.setHeader("vary", "accept-encoding");
    if (status === 200 && isFresh(request, etag, file.modifiedMs)) {
      response.writeHead(304).end();
      return;
    }
    response.setHeader("content-type", type);
    response.setHeader("accept-ranges", "bytes");
    if (encoding !== null) response.setHeader("content-encoding", encoding);
    const range = status === 200 ? rangeOf(request, size) : null;
    if (range === "unsatisfiable") {
      response.writeHead(416, { "content-range": `bytes */${size}` }).end();
      return;
    }
    const { start, end } = range ?? { start: 0, end: size - 1 };
    if (range !== null) {
      response.setHeader("content-range", `bytes ${start}-${end}/${size}`);
    }
    response.writeHead(range === null ? status : 206, {
      "content-length": end - start + 1,
    });
    if (request.method === "HEAD" || size === 0) {
      response.end();
      return;
    }
    response.setTimeout(STALL_MS, () => response.destroy());
    await pipeline(
      partsOf(handle, { start, end }, senderOf(request)),
      response,
    ).catch(ignoreDisconnect);
  } finally {
    await handle.close();
  }
}

/** Identifies the content of a file. */
export function versionOf({ size, modifiedMs }: PageFile): string {
  return `${size.toString(36)}-${modifiedMs.toString(36)}`;
}

/** Reads a file in parts, each when it is the sender's turn. */
async function* partsOf(
  handle: FileHandle,
  { start, end }: ByteRange,
  sender: Asker,
): AsyncGenerator<Buffer> {
  for (let at = start; at <= end;) {
    const length = Math.min(PART_BYTES, end + 1 - at);
    const { buffer, bytesRead } = await fileWork.run(
      () => handle.read(Buffer.allocUnsafe(length), 0, length, at),
      sender,
    );
    // It has become shorter.
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
    at += bytesRead;
  }
}

/** Sends the whole file for `If-Range`: a weak ETag cannot validate a range. */
function rangeOf({ headers }: IncomingMessage, size: number) {
  return headers["if-range"] === undefined
    ? parseByteRange(headers.range, size)
    : null;
}

function isFresh(
  request: IncomingMessage,
  etag: string,
  modifiedMs: number,
): boolean {
  const { headers } = request;
  if (headers["if-none-match"] !== undefined) return isKnown(request, etag);
  // The header has a resolution of one second.
  const since = Date.parse(headers["if-modified-since"] ?? "");
  return Math.floor(modifiedMs / 1000) * 1000 <= since;
}

/** Whether the client has the version with this ETag. */
export function isKnown({ headers }: IncomingMessage, etag: string): boolean {
  const known = headers["if-none-match"] ?? "";
  const tags = known.split(",").map((tag) => tag.trim());
  return tags.includes("*") || tags.includes(etag);
}

export function ignoreDisconnect(error: unknown): void {
  const code = codeOf(error);
  const isGone = code === "ERR_STREAM_PREMATURE_CLOSE" || code === "ECONNRESET";
  if (!isGone && code !== "EPIPE") throw error;
}
