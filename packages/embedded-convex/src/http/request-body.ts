import type { IncomingMessage, ServerResponse } from "node:http";
import {
  LARGE_MESSAGE_BYTES,
  LEAST_BODY_RATE,
  LINGER_MS,
  MAX_HTTP_BODY_BYTES,
} from "../base/client-limits";
import { bodyTooLarge } from "../base/errors";
import type { Asker } from "../base/fair-queue";
import { turns } from "../base/turns";

type Options = {
  /** Accounts for the memory; throws RequestError when there is no room. */
  visitor?: { hold(bytes: number): void; asker?: Asker };
  maxBytes?: number;
};

const FIRST_BYTES = 4096;

/**
 * Reads a whole body, as fast as turns come: Node reads no more from the socket than
 * its beginning until then.
 *
 * @throws RequestError 413 when the body exceeds `maxBytes`; 503 when there is no room
 *   for it; the error of a lost connection, which ends too if it brings too little
 */
export async function readBody(
  request: IncomingMessage,
  { visitor, maxBytes = MAX_HTTP_BODY_BYTES }: Options = {},
): Promise<Buffer> {
  const announced = Number(request.headers["content-length"] ?? 0);
  if (announced > maxBytes) throw bodyTooLarge(maxBytes);
  let body = Buffer.alloc(0);
  let length = 0;
  let waitedSeconds = 0;
  const watch = setInterval(() => {
    if (request.complete || request.readableLength > 0) return;
    waitedSeconds += 1;
    const { afterSeconds, bytesPerSecond } = LEAST_BODY_RATE;
    const least = waitedSeconds * bytesPerSecond;
    if (waitedSeconds > afterSeconds && length < least) request.destroy();
  }, 1_000);
  request.once("close", () => clearInterval(watch));
  // Whoever is refused still gets an answer over the socket.
  const parts = request.iterator({ destroyOnReturn: false });
  for await (const part of parts as AsyncIterable<Buffer>) {
    const needed = length + part.length;
    if (needed > maxBytes) throw bodyTooLarge(maxBytes);
    // A copy, because a part may be one byte and yet keep hundreds.
    if (needed > body.length) {
      const doubled = Math.max(needed, 2 * body.length, FIRST_BYTES);
      const size = announced >= needed ? Math.min(doubled, announced) : doubled;
      visitor?.hold(size);
      const larger = Buffer.allocUnsafeSlow(size);
      body.copy(larger, 0, 0, length);
      body = larger;
    }
    part.copy(body, length);
    length = needed;
    if (length > LARGE_MESSAGE_BYTES) await turns.long(visitor?.asker);
  }
  return body.subarray(0, length);
}

/**
 * Once it is answered, closes the connection of a request that is not read whole, but not
 * at once: most clients read the answer when they have sent everything. Until then Node
 * discards what comes.
 */
export function endWithAnswer(
  request: IncomingMessage,
  response: ServerResponse,
): void {
  response.once("finish", () => {
    if (request.complete) return;
    const end = () => {
      if (!request.complete) request.destroy();
    };
    setTimeout(end, LINGER_MS).unref();
  });
}
