import type { IncomingMessage } from "node:http";
import { RequestError } from "../base/errors";
import { MAX_HTTP_BODY_BYTES } from "../base/limits";

/** Reads a whole body; throws RequestError 413 when it exceeds the limit. */
export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > MAX_HTTP_BODY_BYTES) {
      throw new RequestError(
        413,
        "RequestTooLarge",
        `The request body exceeds ${MAX_HTTP_BODY_BYTES} bytes`,
      );
    }
    chunks.push(chunk);
  }
  const [first, ...more] = chunks;
  if (first !== undefined && more.length === 0) return first;
  return Buffer.concat(chunks, length);
}
