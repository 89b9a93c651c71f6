/**
 * Reads the header of an uploaded file: whether it is a JPEG or a WebP, which are what
 * the page makes of every chosen picture, and how large. The pixels are not decoded: a
 * browser that cannot show them shows the alternative text.
 */
import {
  MAX_PICTURE_BYTES,
  MAX_PICTURE_PIXELS,
  MAX_PICTURE_SIDE,
} from "../shared/pictures";

/** Width and height are in pixels. */
export type CheckedPicture = {
  type: "image/jpeg" | "image/webp";
  width: number;
  height: number;
};

/** Why a file is refused; the message is a sentence for its owner. */
export class PictureFault extends Error {}

export const faults = {
  unknownType: "This is not a JPEG or WebP picture.",
  tooLarge: `A picture can have at most ${MAX_PICTURE_BYTES / 2 ** 20} MB.`,
  incomplete: "This picture is incomplete.",
  tooManyPixels: `A picture can have at most ${MAX_PICTURE_SIDE} pixels on each side and ${MAX_PICTURE_PIXELS / 1e6} megapixels.`,
} as const;

function fault(kind: keyof typeof faults): never {
  throw new PictureFault(faults[kind]);
}

/**
 * Returns what kind of picture a file is.
 * @throws PictureFault
 */
export function checkPicture(bytes: Uint8Array): CheckedPicture {
  if (bytes.length > MAX_PICTURE_BYTES) fault("tooLarge");
  const picture = readHeader(
    new DataView(bytes.buffer, bytes.byteOffset, bytes.length),
  );
  const { width, height } = picture;
  if (Math.min(width, height) < 1) fault("incomplete");
  const side = Math.max(width, height);
  if (side > MAX_PICTURE_SIDE || width * height > MAX_PICTURE_PIXELS)
    fault("tooManyPixels");
  return picture;
}

function readHeader(file: DataView): CheckedPicture {
  try {
    if (file.getUint16(0) === 0xffd8) return readJpeg(file);
    if (nameAt(file, 0) === "RIFF" && nameAt(file, 8) === "WEBP")
      return readWebp(file);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    if (file.byteLength > 0) fault("incomplete");
  }
  return fault("unknownType");
}

/** ITU-T T.81: segments until that of the frame, and EOI at the end. */
function readJpeg(file: DataView): CheckedPicture {
  if (file.getUint16(file.byteLength - 2) !== 0xffd9) fault("incomplete");
  for (let at = 2; ; at += 2 + file.getUint16(at + 2)) {
    const marker = file.getUint16(at);
    if (marker < 0xffc0) fault("incomplete");
    // Baseline, extended and progressive frames: the ones that browsers show.
    if (marker > 0xffc2) continue;
    const [height, width] = [file.getUint16(at + 5), file.getUint16(at + 7)];
    return { type: "image/jpeg", width, height };
  }
}

/** RFC 9649: one file of chunks, whose first one has the size. */
function readWebp(file: DataView): CheckedPicture {
  if (8 + file.getUint32(4, true) !== file.byteLength) fault("incomplete");
  const type = "image/webp";
  const first = nameAt(file, 12);
  if (first === "VP8 ") {
    const sideAt = (at: number) => file.getUint16(at, true) & 0x3fff;
    return { type, width: sideAt(26), height: sideAt(28) };
  }
  if (first === "VP8L") {
    const bits = file.getUint32(21, true);
    const [width, height] = [bits & 0x3fff, (bits >>> 14) & 0x3fff];
    return { type, width: 1 + width, height: 1 + height };
  }
  if (first !== "VP8X") fault("unknownType");
  const uint24 = (at: number) =>
    file.getUint16(at, true) + (file.getUint8(at + 2) << 16);
  return { type, width: 1 + uint24(24), height: 1 + uint24(27) };
}

function nameAt(file: DataView, at: number): string {
  return String.fromCharCode(
    ...[0, 1, 2, 3].map((nth) => file.getUint8(at + nth)),
  );
}
