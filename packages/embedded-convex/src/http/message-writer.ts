import type { Duplex } from "node:stream";
import { WebSocket } from "ws";
import type { Asker } from "../base/fair-queue";
import { turns } from "../base/turns";
import { sendMessage } from "./send-message";

/** Length of one frame in UTF-16 code units: about a millisecond's encoding. */
const SLICE_LENGTH = 2 ** 20;

/** A message of which the first `at` code units are sent. */
type Unsent = { text: string; at: number };

/**
 * Sends text messages in order. A long one goes out in several frames, each in
 * a turn of the event loop and only once the client has read those before it:
 * so nobody waits while it is encoded, and it is in memory once.
 */
export class MessageWriter {
  readonly #socket: WebSocket;
  readonly #stream: Duplex;
  readonly #asker: Asker;
  readonly #onEmpty: () => void;
  /** The message that goes out in frames, and those behind it. */
  #queue: Unsent[] = [];
  #queuedLength = 0;
  #isWaiting = false;

  /**
   * @param stream what `socket` writes to
   * @param asker takes turns with others
   * @param onEmpty called when nothing waits here or in the stream any more
   */
  constructor(
    socket: WebSocket,
    stream: Duplex,
    asker: Asker,
    onEmpty: () => void,
  ) {
    this.#socket = socket;
    this.#stream = stream;
    this.#asker = asker;
    this.#onEmpty = onEmpty;
    stream.on("drain", () => this.#continue());
    stream.once("close", () => this.#clear());
  }

  /** What is not sent yet: bytes in the stream, and code units before it. */
  get unsent(): number {
    return this.#socket.bufferedAmount + this.#queuedLength;
  }

  send(text: string): void {
    if (this.#queue.length === 0 && text.length <= SLICE_LENGTH) {
      return sendMessage(this.#socket, this.#stream, text);
    }
    this.#queue.push({ text, at: 0 });
    this.#queuedLength += text.length;
    if (this.#queue.length === 1) this.#continue();
  }

  /** Sends what waits, without further turns: the socket is to be closed. */
  flush(): void {
    if (this.#socket.readyState !== WebSocket.OPEN) this.#clear();
    while (this.#queue.length > 0) this.#sendNext();
  }

  #continue(): void {
    if (this.#isWaiting || this.#stream.writableNeedDrain) return;
    if (this.#queue.length === 0) return this.#onEmpty();
    this.#isWaiting = true;
    void turns.long(this.#asker).then(() => {
      this.#isWaiting = false;
      if (this.#socket.readyState !== WebSocket.OPEN) return this.#clear();
      this.#sendNext();
      this.#continue();
    });
  }

  /** Sends a short message, or the next frame of a long one. */
  #sendNext(): void {
    const [first] = this.#queue;
    if (first === undefined) return;
    const { text, at } = first;
    const end = endOfSlice(text, at);
    this.#queuedLength -= end - at;
    first.at = end;
    const isLast = end === text.length;
    if (isLast) this.#queue.shift();
    if (at === 0 && isLast) sendMessage(this.#socket, this.#stream, text);
    else this.#socket.send(text.slice(at, end), { fin: isLast });
  }

  #clear(): void {
    this.#queue = [];
    this.#queuedLength = 0;
  }
}

/** Not in the middle of a surrogate pair: each frame is encoded by itself. */
function endOfSlice(text: string, from: number): number {
  const end = from + SLICE_LENGTH;
  if (end >= text.length) return text.length;
  const isPairCut = (text.codePointAt(end - 1) ?? 0) > 0xffff;
  return isPairCut ? end - 1 : end;
}
