/** Reads a sequence of numbers and strings in LevelDB's encoding. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  #offset = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#offset >= this.#bytes.length;
  }

  /** Returns the next byte. @throws RangeError at the end of the input */
  byte(): number {
    const byte = this.#bytes[this.#offset++];
    if (byte === undefined) throw new RangeError("There are no more bytes");
    return byte;
  }

  /**
   * Reads a variable-length integer: seven bits per byte, the lowest first.
   *
   * @throws RangeError when the input ends or the number is not a safe integer
   */
  varint(): number {
    let value = 0;
    let factor = 1;
    for (;;) {
      const byte = this.byte();
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
      factor *= 0x80;
      if (factor > Number.MAX_SAFE_INTEGER) {
        throw new RangeError("A number is too large");
      }
    }
  }

  /**
   * Returns the next `count` bytes, as a view of the input.
   *
   * @throws RangeError when fewer bytes are left
   */
  bytes(count: number): Uint8Array {
    const end = this.#offset + count;
    if (end > this.#bytes.length) {
      throw new RangeError("There are not so many bytes");
    }
    const bytes = this.#bytes.subarray(this.#offset, end);
    this.#offset = end;
    return bytes;
  }

  /** Reads a string: its length as a varint, then its bytes. */
  text(): Uint8Array {
    return this.bytes(this.varint());
  }
}
