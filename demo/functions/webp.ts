/**
 * Writes pictures as lossless WebP (RFC 9649). Made for drawings of flat shapes: a pixel
 * is stored as it is, or as a run that repeats the row above or the pixel on the left.
 */

const LONGEST_RUN = 4_096;
const SHORTEST_RUN = 3;

/** Values of green below this have codes of eight bits, the others and the runs of nine. */
const SHORT_CODES = 232;
const GREENS = 256 + 24;

/** @param pixels 0xRRGGBB, in rows */
export function toWebp(width: number, pixels: Uint32Array): ArrayBuffer {
  const bits = new BitWriter();
  writeHeader(bits, width, pixels.length / width);
  for (let at = 0; at < pixels.length;) {
    const above = runAt(pixels, at, width);
    const left = runAt(pixels, at, 1);
    const run = Math.max(above, left);
    if (run < SHORTEST_RUN) {
      const pixel = pixels[at] ?? 0;
      writeGreen(bits, (pixel >> 8) & 0xff);
      bits.code(pixel >> 16, 8);
      bits.code(pixel & 0xff, 8);
      at++;
    } else {
      writeRun(bits, run);
      bits.code(above === run ? 0 : 1, 1);
      at += run;
    }
  }
  return inRiff(bits.bytes());
}

/** How many pixels from `at` on equal those that lie `distance` before them. */
function runAt(pixels: Uint32Array, at: number, distance: number): number {
  if (at < distance) return 0;
  const end = Math.min(pixels.length, at + LONGEST_RUN);
  let to = at;
  while (to < end && pixels[to] === pixels[to - distance]) to++;
  return to - at;
}

function writeHeader(bits: BitWriter, width: number, height: number): void {
  bits.number(0x2f, 8);
  bits.number(width - 1, 14);
  bits.number(height - 1, 14);
  // No transparency, version 0; no transform, no cache, one set of prefix codes.
  bits.number(0, 1 + 3 + 3);
  writeCodeLengths(bits, [8, 9]);
  for (let green = 0; green < GREENS; green++)
    bits.number(green < SHORT_CODES ? 0 : 1, 1);
  writeCodeLengths(bits, [8]);
  writeCodeLengths(bits, [8]);
  // Alpha is always 255.
  bits.number(0b101, 3);
  bits.number(255, 8);
  // Distance 1 is the pixel above, 2 the one on the left.
  bits.number(0b0011, 4);
  bits.number(1, 8);
}

/** Codes for red and blue all have eight bits: a single length needs no bits of its own. */
function writeCodeLengths(bits: BitWriter, lengths: readonly number[]): void {
  const order = [17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8, 9];
  const named = order.slice(0, 1 + order.indexOf(lengths.at(-1) ?? 8));
  bits.number(0, 1);
  bits.number(named.length - 4, 4);
  for (const length of named) bits.number(lengths.includes(length) ? 1 : 0, 3);
  bits.number(0, 1);
}

function writeGreen(bits: BitWriter, symbol: number): void {
  if (symbol < SHORT_CODES) bits.code(symbol, 8);
  else bits.code(SHORT_CODES + symbol, 9);
}

function writeRun(bits: BitWriter, length: number): void {
  const value = length - 1;
  if (value < 4) {
    writeGreen(bits, 256 + value);
    return;
  }
  const extra = Math.floor(Math.log2(value)) - 1;
  writeGreen(bits, 256 + 2 * extra + (value >> extra));
  bits.number(value & ((1 << extra) - 1), extra);
}

class BitWriter {
  readonly #bytes: number[] = [];
  #filled = 0;

  /** Writes a number, the lowest bit first. */
  number(value: number, length: number): void {
    for (let bit = 0; bit < length; bit++) this.#push((value >> bit) & 1);
  }

  /** Writes a prefix code, the highest bit first. */
  code(value: number, length: number): void {
    for (let bit = length - 1; bit >= 0; bit--) this.#push((value >> bit) & 1);
  }

  bytes(): Uint8Array {
    return Uint8Array.from(this.#bytes);
  }

  #push(bit: number): void {
    const place = this.#filled % 8;
    const byte = place === 0 ? 0 : (this.#bytes.pop() ?? 0);
    this.#bytes.push(byte | (bit << place));
    this.#filled++;
  }
}

function inRiff(picture: Uint8Array): ArrayBuffer {
  const padded = picture.length + (picture.length % 2);
  const file = new DataView(new ArrayBuffer(20 + padded));
  const name = (at: number, letters: string) => {
    for (let nth = 0; nth < letters.length; nth++)
      file.setUint8(at + nth, letters.charCodeAt(nth));
  };
  name(0, "RIFF");
  file.setUint32(4, 12 + padded, true);
  name(8, "WEBPVP8L");
  file.setUint32(16, picture.length, true);
  new Uint8Array(file.buffer).set(picture, 20);
  return file.buffer;
}
