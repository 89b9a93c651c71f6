import type { IncomingMessage, ServerResponse } from "node:http";
import {
  LARGE_MESSAGE_BYTES,
  MAX_HTTP_BODY_BYTES,
  MAX_SMALL_PARTS,
  MIN_PART_BYTES,
} from "../base/client-limits";
import { RequestError } from "../base/errors";
import type { Asker } from "../base/fair-queue";
import { turns } from "../base/turns";
import { hold, release } from "./held-socket";
import { noteCostlyRead } from "./read-in-pieces";

type Options = {
  /** Accounts for the memory; throws RequestError beyond a quota. */
  visitor?: { hold(bytes: number): void; asker?: Asker };
  maxBytes?: number;
};

const FIRST_BYTES = 4096;
/** How long a client may take to read the answer to a body that is not read. */
const LINGER_MS = 1000;

const bodies = new WeakMap<IncomingMessage, RequestBody>();

/**
 * Reads a whole body.
 *
 * @throws RequestError 413 when the body exceeds `maxBytes`, 400 when it arrives
 *   in too many small parts; 429 or 503 when the visitor's quota is exceeded
 */
export async function readBody(
  request: IncomingMessage,
  { visitor, maxBytes = MAX_HTTP_BODY_BYTES }: Options = {},
): Promise<Buffer> {
  const announced = Number(request.headers["content-length"] ?? 0);
  if (announced > maxBytes) throw tooLarge(maxBytes);
  const body = bodyOf(request);
  for (;;) {
    if (body.length > maxBytes) throw tooLarge(maxBytes);
    visitor?.hold(body.heldBytes);
    if (body.isComplete) return body.bytes;
    await body.next();
    const isLong = body.length > LARGE_MESSAGE_BYTES || body.parts > 1;
    if (isLong) await turns.long(visitor?.asker);
  }
}

/**
 * Receives a body that is read later or not at all: no more than its beginning
 * until `readBody` asks for it.
 */
export function delayBody(request: IncomingMessage): void {
  if (!request.complete) bodyOf(request);
}

/** Once it is answered, reads nothing more of a request, and closes the connection. */
export function endWithAnswer(
  request: IncomingMessage,
  response: ServerResponse,
): void {
  // Before Node's own listener, which would read what is left.
  response.prependOnceListener("finish", () => {
    if (request.complete) return;
    hold(request.socket, "ended");
    setTimeout(() => request.destroy(), LINGER_MS).unref();
  });
}

function bodyOf(request: IncomingMessage): RequestBody {
  const known = bodies.get(request);
  if (known !== undefined) return known;
  const body = new RequestBody(request);
  bodies.set(request, body);
  return body;
}

/**
 * What has arrived of a body. Copies each part into one buffer that grows, because
 * a part may be one byte and yet keep hundreds. Reads from the socket only when it
 * is asked to.
 */
class RequestBody {
  readonly #request: IncomingMessage;
  #buffer = Buffer.alloc(0);
  #length = 0;
  #parts = 0;
  #isComplete = false;
  #error: Error | null = null;
  #notify = () => {};

  constructor(request: IncomingMessage) {
    this.#request = request;
    request.on("data", (part: Buffer) => this.#add(part));
    request.once("end", () => {
      this.#isComplete = true;
      release(request.socket, "body");
      this.#notify();
    });
    request.once("error", (error) => this.#fail(error));
    request.once("close", () => {
      if (!this.#isComplete) this.#fail(new DisconnectError());
    });
  }

  get bytes(): Buffer {
    return this.#buffer.subarray(0, this.#length);
  }

  get length(): number {
    return this.#length;
  }

  get heldBytes(): number {
    return this.#buffer.length;
  }

  get parts(): number {
    return this.#parts;
  }

  get isComplete(): boolean {
    return this.#isComplete;
  }

  /**
   * Resolves when more has arrived, or all.
   *
   * @throws RequestError 400 after too many small parts; the error of a lost
   *   connection
   */
  async next(): Promise<void> {
    if (this.#error !== null) throw this.#error;
    const change = new Promise<void>((resolve) => {
      this.#notify = resolve;
    });
    release(this.#request.socket, "body");
    await change;
    if (this.#error !== null) throw this.#error;
  }

  #add(part: Buffer): void {
    hold(this.#request.socket, "body");
    this.#parts += 1;
    const isSmall = this.#length + part.length < this.#parts * MIN_PART_BYTES;
    if (isSmall && this.#parts > MAX_SMALL_PARTS) return this.#giveUp();
    this.#reserve(this.#length + part.length);
    part.copy(this.#buffer, this.#length);
    this.#length += part.length;
    this.#notify();
  }

  #reserve(needed: number): void {
    if (needed <= this.#buffer.length) return;
    const announced = Number(this.#request.headers["content-length"] ?? 0);
    const doubled = Math.max(needed, 2 * this.#buffer.length, FIRST_BYTES);
    const size = announced >= needed ? Math.min(doubled, announced) : doubled;
    const larger = Buffer.allocUnsafeSlow(size);
    this.#buffer.copy(larger, 0, 0, this.#length);
    this.#buffer = larger;
  }

  #giveUp(): void {
    noteCostlyRead(this.#request.socket);
    // Thousands of parts may follow that Node has read already.
    this.#request.push = () => true;
    this.#fail(tooSmall());
  }

  #fail(error: Error): void {
    this.#error ??= error;
    this.#buffer = Buffer.alloc(0);
    this.#length = 0;
    this.#notify();
  }
}

/** The client went away. */
class DisconnectError extends Error {
  readonly code = "ECONNRESET";
}

function tooLarge(maxBytes: number): RequestError {
  return new RequestError(
    413,
    "RequestTooLarge",
    `The request body exceeds ${maxBytes} bytes`,
  );
}

function tooSmall(): RequestError {
  return new RequestError(
    400,
    "RequestTooFragmented",
    "The request body arrives in too many small parts",
  );
}
