/**
 * WebP (RFC 9649): the chunks of a still picture, which fill the file to its last byte.
 */
import {
  fault,
  hiddenPart,
  joined,
  MAX_PROFILE_BYTES,
  Reader,
  requireFew,
  requireSize,
  type CheckedPicture,
} from "./parts";

const HEADER = 12;
/** Metadata of cameras and programs; it is removed. */
const LEFT_OUT = new Set(["EXIF", "XMP "]);
const MOVING = new Set(["ANIM", "ANMF"]);
/** Flags in the header of an extended file: it has metadata; it is animated. */
const HAS_METADATA = 0b0000_1100;
const MOVES = 0b0000_0010;

type Chunk = { name: string; body: Reader; whole: Uint8Array };
type Size = { width: number; height: number };

export function readWebp(bytes: Uint8Array): CheckedPicture {
  const file = new Reader(bytes);
  const end = 8 + file.u32(4, true);
  if (end > file.length) fault("incomplete");
  if (end < file.length) fault("trailing");
  const chunks = readChunks(file);
  const names = chunks.map(({ name }) => name);
  if (names.some((name) => MOVING.has(name))) fault("animated");
  const kept = chunks.filter(({ name }) => !LEFT_OUT.has(name));
  const size = readStill(kept);
  requireSize(size.width, size.height);
  const whole = joined([
    file.part(0, HEADER),
    ...kept.map((chunk) =>
      chunk.name === "VP8X" ? withoutMetadata(chunk.whole) : chunk.whole,
    ),
  ]);
  new DataView(whole.buffer).setUint32(4, whole.length - 8, true);
  return { type: "image/webp", ...size, bytes: whole };
}

function readChunks(file: Reader): Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = HEADER; at < file.length;) {
    const length = file.u32(at + 4, true);
    const end = at + 8 + length;
    const padded = end + (length % 2);
    if (padded > end && file.u8(end) !== 0) fault("damaged");
    chunks.push({
      name: file.text(at, 4),
      body: new Reader(file.part(at + 8, end)),
      whole: file.part(at, padded),
    });
    requireFew(chunks.length);
    at = padded;
  }
  return chunks;
}

/** Reads the chunks of a simple or an extended file, in their order. */
function readStill(chunks: Chunk[]): Size {
  const rest = [...chunks];
  const take = (name: string) =>
    rest[0]?.name === name ? rest.shift()?.body : undefined;
  const extended = take("VP8X");
  const profile = extended && take("ICCP");
  if (profile && profile.length > MAX_PROFILE_BYTES) hiddenPart("ICCP");
  const alpha = extended && take("ALPH");
  const lossy = take("VP8 ");
  const lossless = lossy || alpha ? undefined : take("VP8L");
  const [stray] = rest;
  if (stray !== undefined) hiddenPart(stray.name);
  const size = lossy
    ? lossySize(lossy)
    : lossless
      ? losslessSize(lossless)
      : fault("incomplete");
  if (extended) requireSame(extendedSize(extended), size);
  return size;
}

function extendedSize(body: Reader): Size {
  if (body.length !== 10) fault("damaged");
  if (body.u8(0) & MOVES) fault("animated");
  return {
    width: 1 + body.u16(4, true) + (body.u8(6) << 16),
    height: 1 + body.u16(7, true) + (body.u8(9) << 16),
  };
}

/** RFC 6386, section 9.1: a key frame. */
function lossySize(body: Reader): Size {
  const isKeyFrame = (body.u8(0) & 1) === 0;
  if (!isKeyFrame || body.uint(3, 3) !== 0x9d012a) fault("damaged");
  const firstPart = (body.uint(2, 1) << 11) | (body.u16(0, true) >> 5);
  if (10 + firstPart > body.length) fault("incomplete");
  return {
    width: body.u16(6, true) & 0x3fff,
    height: body.u16(8, true) & 0x3fff,
  };
}

function losslessSize(body: Reader): Size {
  const bits = body.u32(1, true);
  if (body.u8(0) !== 0x2f || bits >>> 29 !== 0) fault("damaged");
  return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) };
}

function requireSame(one: Size, other: Size): void {
  if (one.width !== other.width || one.height !== other.height)
    fault("damaged");
}

function withoutMetadata(chunk: Uint8Array): Uint8Array {
  const copy = chunk.slice();
  copy[8] = (copy[8] ?? 0) & ~HAS_METADATA;
  return copy;
}
