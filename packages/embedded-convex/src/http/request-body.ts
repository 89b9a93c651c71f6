import type { IncomingMessage } from "node:http";
import {
  LARGE_MESSAGE_BYTES,
  MAX_HTTP_BODY_BYTES,
} from "../base/client-limits";
import { RequestError } from "../base/errors";
import { turns } from "../base/turns";

type Options = {
  /** Accounts for the memory; throws RequestError beyond a quota. */
  visitor?: { hold(bytes: number): void };
  maxBytes?: number;
};

const FIRST_BYTES = 4096;

/**
 * Reads a whole body. Copies the chunks into a buffer that grows, because each
 * chunk may be one byte and yet keep 64 KiB alive.
 *
 * @throws RequestError 413 when the body exceeds `maxBytes`; 429 or 503 when
 *   the visitor's quota is exceeded
 */
export async function readBody(
  request: IncomingMessage,
  { visitor, maxBytes = MAX_HTTP_BODY_BYTES }: Options = {},
): Promise<Buffer> {
  const announced = Number(request.headers["content-length"] ?? 0);
  if (announced > maxBytes) throw tooLarge(maxBytes);
  let body = Buffer.alloc(0);
  let length = 0;
  let chunks = 0;
  // What is wrong with it can still be answered.
  const parts: AsyncIterable<Buffer> = request.iterator({
    destroyOnReturn: false,
  });
  for await (const chunk of parts) {
    const needed = length + chunk.length;
    if (needed > maxBytes) throw tooLarge(maxBytes);
    if (needed > body.length) {
      const doubled = Math.max(needed, 2 * body.length, FIRST_BYTES);
      const size = announced > 0 ? Math.min(doubled, announced) : doubled;
      visitor?.hold(size);
      const larger = Buffer.allocUnsafeSlow(Math.max(size, needed));
      body.copy(larger, 0, 0, length);
      body = larger;
    }
    chunk.copy(body, length);
    length = needed;
    // Meanwhile nothing is read. In parts of a byte, 64 KiB take 10 ms.
    if (length > LARGE_MESSAGE_BYTES || ++chunks > 1) await turns.long();
  }
  return body.subarray(0, length);
}

function tooLarge(maxBytes: number): RequestError {
  return new RequestError(
    413,
    "RequestTooLarge",
    `The request body exceeds ${maxBytes} bytes`,
  );
}
