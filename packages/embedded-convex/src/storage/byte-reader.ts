/** Reads a sequence of fields in LevelDB's encoding. */
export class ByteReader {
  #offset = 0;

  constructor(private readonly bytes: Uint8Array) {}

  get isAtEnd(): boolean {
    return this.#offset === this.bytes.length;
  }

  /**
   * Reads a variable-length integer: seven bits per byte, the lowest first.
   *
   * @throws RangeError when the input ends or the number is not a safe integer
   */
  varint(): number {
    let value = 0;
    for (let factor = 1; factor <= Number.MAX_SAFE_INTEGER; factor *= 0x80) {
      const byte = this.bytes[this.#offset++];
      if (byte === undefined) throw new RangeError("There are no more bytes");
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
    }
    throw new RangeError("A number is too large");
  }

  /** Skips a string: its length as a varint, then its bytes. */
  skipText(): void {
    const length = this.varint();
    this.#offset += length;
    if (this.#offset > this.bytes.length) {
      throw new RangeError("There are not so many bytes");
    }
  }
}
