import { MAX_SMALL_PARTS, MIN_PART_BYTES } from "../base/client-limits";

const LONGEST_HEAD = 14;
const MASK_BYTES = 4;
const IS_LAST = 0x80;
const IS_MASKED = 0x80;
const FIRST_CONTROL_OPCODE = 8;

/**
 * Walks over the frames of a WebSocket client, from chunk to chunk, before `ws`
 * parses them: it takes two microseconds for a fragment and keeps each. Only
 * looks at heads; whether they are valid is for `ws` to say.
 */
export class FragmentCount {
  readonly #head = Buffer.alloc(LONGEST_HEAD);
  #headLength = 0;
  /** Number of bytes to come of the current frame. */
  #payloadLeft = 0;
  /** Of the current message. */
  #fragments = 0;
  #bytes = 0;

  /** Returns false when a message has too many small fragments. */
  accepts(chunk: Buffer): boolean {
    let at = 0;
    while (at < chunk.length) {
      if (this.#payloadLeft > 0) {
        const length = Math.min(this.#payloadLeft, chunk.length - at);
        this.#payloadLeft -= length;
        at += length;
        continue;
      }
      this.#head[this.#headLength++] = chunk[at++] ?? 0;
      if (this.#headLength < headLength(this.#head, this.#headLength)) continue;
      this.#headLength = 0;
      this.#payloadLeft = payloadLength(this.#head);
      if (!this.#takesFrame()) return false;
    }
    return true;
  }

  #takesFrame(): boolean {
    const [first = 0] = this.#head;
    if ((first & 0x0f) >= FIRST_CONTROL_OPCODE) return true;
    this.#fragments += 1;
    this.#bytes += this.#payloadLeft;
    const isSmall = this.#bytes < this.#fragments * MIN_PART_BYTES;
    if (isSmall && this.#fragments > MAX_SMALL_PARTS) return false;
    if ((first & IS_LAST) !== 0) {
      this.#fragments = 0;
      this.#bytes = 0;
    }
    return true;
  }
}

/** @param known how many bytes of it have arrived */
function headLength(head: Buffer, known: number): number {
  if (known < 2) return 2;
  const second = head[1] ?? 0;
  return 2 + lengthBytes(second) + (second & IS_MASKED ? MASK_BYTES : 0);
}

function payloadLength(head: Buffer): number {
  const second = head[1] ?? 0;
  const bytes = lengthBytes(second);
  if (bytes === 0) return second & 0x7f;
  return bytes === 2 ? head.readUInt16BE(2) : Number(head.readBigUInt64BE(2));
}

/** Size of the length field that follows the first two bytes. */
function lengthBytes(second: number): number {
  const length = second & 0x7f;
  if (length < 126) return 0;
  return length === 126 ? 2 : 8;
}
