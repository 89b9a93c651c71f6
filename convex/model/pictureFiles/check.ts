/**
 * Decides by its bytes whether a file is a picture and nothing else: what it is called
 * and what its sender says of its type are not asked. It does not decode the pixels; a
 * browser that cannot show them shows the alternative text.
 */
import { MAX_PICTURE_BYTES } from "../../shared/limits";
import { readAvif } from "./avif";
import { readJpeg } from "./jpeg";
import { fault, Reader, type CheckedPicture } from "./parts";
import { PNG_SIGNATURE, readPng } from "./png";
import { readWebp } from "./webp";

/**
 * Signs of a file that another program would take for its own. Each is long enough that
 * no compressed picture has it by chance.
 */
const FOREIGN = [
  "<script",
  "<!doctype",
  "<iframe",
  "<html",
  "<body",
  "<?php",
  "<svg ",
  "PK\x05\x06\0\0\0\0",
  "Rar!\x1a\x07",
  "7z\xbc\xaf\x27\x1c",
].map(bytesOf);

/** Readers of PDF look for it in the first kilobyte alone. */
const PDF = bytesOf("%PDF-");
const PDF_RANGE = 1024;

/**
 * Returns the picture that a file is.
 * @throws PictureFault with a sentence for its owner
 */
export function checkPicture(bytes: Uint8Array): CheckedPicture {
  if (bytes.length > MAX_PICTURE_BYTES) fault("tooLarge");
  const read = readerFor(bytes) ?? fault("unknownType");
  const picture = read(bytes);
  const isForeign =
    FOREIGN.some((sign) => holds(bytes, sign)) ||
    holds(bytes.subarray(0, PDF_RANGE), PDF);
  if (isForeign) fault("foreign");
  return picture;
}

function readerFor(bytes: Uint8Array) {
  const file = new Reader(bytes);
  const starts = (text: string, at = 0) =>
    bytes.length >= at + text.length && file.text(at, text.length) === text;
  if (starts(PNG_SIGNATURE)) return readPng;
  if (starts("\xff\xd8\xff")) return readJpeg;
  if (starts("RIFF") && starts("WEBP", 8)) return readWebp;
  const brands = ["avif", "avis", "mif1"];
  if (starts("ftyp", 4) && brands.some((brand) => starts(brand, 8)))
    return readAvif;
  return undefined;
}

/** Whether the bytes hold a sign, in whatever case. */
function holds(bytes: Uint8Array, sign: readonly number[]): boolean {
  const [first = 0] = sign;
  const firsts = new Set([first, otherCase(first)]);
  return [...firsts].some((start) => {
    for (
      let at = bytes.indexOf(start);
      at >= 0;
      at = bytes.indexOf(start, at + 1)
    )
      if (sign.every((byte, nth) => isSame(bytes[at + nth], byte))) return true;
    return false;
  });
}

function isSame(byte: number | undefined, wanted: number): boolean {
  return byte === wanted || byte === otherCase(wanted);
}

function otherCase(byte: number): number {
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x7a ? byte ^ 0x20 : byte;
}

function bytesOf(text: string): number[] {
  return Array.from(text, (letter) => letter.charCodeAt(0));
}
