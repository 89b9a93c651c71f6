import {
  type IncomingMessage,
  maxHeaderSize,
  type ServerResponse,
} from "node:http";
import { PIECE_BYTES } from "../base/client-limits";

const HEAD_END = "\r\n\r\n";
/** How much of it may have come when the rest comes later. */
const MAX_TAIL = HEAD_END.length - 1;

/** Defined here, so that it keeps no variables of a method. */
const doNothing = (): void => {};

/** Bytes that can be parsed at once. */
export type Stretch = {
  length: number;
  kind: "head" | "unfinished head" | "plain body" | "unknown";
};

/**
 * Follows one connection from request to request, and tells how much of what has
 * arrived may be parsed before the next request begins. Node's parser would begin
 * all requests of a packet at once.
 */
export class RequestBounds {
  /** The request that was parsed last; null once it is over. */
  #request: IncomingMessage | null = null;
  /** Number of bytes to come of its body; null if that is unknown. */
  #bodyLeft: number | null = null;
  #unanswered = 0;
  #onAnswered = doNothing;
  #parsing: Stretch["kind"] = "unknown";
  /** Number of bytes of a head that goes on. */
  #headBytes = 0;
  /** The last bytes that were parsed, which may begin the end of a head. */
  #tail = "";

  /** Whether a complete request waits for its answer. */
  get isAnswering(): boolean {
    return this.#unanswered > (this.isInRequest ? 1 : 0);
  }

  /** Number of bytes that were parsed of a head whose end is missing. */
  get unfinishedBytes(): number {
    return this.#headBytes;
  }

  /** Whether the body of a request has not arrived completely. */
  get isInRequest(): boolean {
    return this.#request?.complete === false;
  }

  /** Calls `callback` when the next request has been answered. */
  onAnswered(callback: () => void): void {
    this.#onAnswered = callback;
  }

  /** Must be called when a request has been parsed. */
  begin(request: IncomingMessage, response: ServerResponse): void {
    const length = request.headers["content-length"];
    const isPlain = this.#parsing === "head" && length !== undefined;
    this.#request = request;
    this.#bodyLeft = isPlain ? Number(length) : null;
    this.#unanswered += 1;
    response.once("close", () => {
      this.#unanswered -= 1;
      // An idle connection must not keep the body of its last request.
      if (this.#request === request && request.complete) this.#request = null;
      const tell = this.#onAnswered;
      this.#onAnswered = doNothing;
      tell();
    });
  }

  /** Returns how many of the bytes begin one request at most, or few. */
  stretchOf(bytes: Buffer): Stretch {
    const { length } = bytes;
    if (!this.isInRequest) {
      // Longer ones are refused. What is parsed in pieces is searched each time.
      const near = bytes.subarray(0, maxHeaderSize);
      const ofHead = this.#headLength(near);
      if (ofHead === null)
        return { length: near.length, kind: "unfinished head" };
      return { length: ofHead, kind: "head" };
    }
    if (this.#bodyLeft !== null && this.#bodyLeft > 0) {
      return { length: Math.min(length, this.#bodyLeft), kind: "plain body" };
    }
    // It may end anywhere.
    return { length: Math.min(length, PIECE_BYTES), kind: "unknown" };
  }

  /** Must be called before `bytes` are parsed. */
  take(bytes: Buffer, kind: Stretch["kind"]): void {
    this.#parsing = kind;
    if (kind === "unfinished head") this.#headBytes += bytes.length;
    else this.#headBytes = 0;
    if (this.#bodyLeft !== null) this.#bodyLeft -= bytes.length;
    const isKnown = kind === "head" || kind === "plain body";
    const last = bytes.subarray(-MAX_TAIL).toString("latin1");
    this.#tail = isKnown ? "" : (this.#tail + last).slice(-MAX_TAIL);
  }

  #headLength(bytes: Buffer): number | null {
    const seam = this.#tail + bytes.toString("latin1", 0, MAX_TAIL);
    const atSeam = seam.indexOf(HEAD_END);
    if (atSeam >= 0) return atSeam + HEAD_END.length - this.#tail.length;
    const at = bytes.indexOf(HEAD_END);
    return at < 0 ? null : at + HEAD_END.length;
  }
}
