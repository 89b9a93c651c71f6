/**
 * Decides by its bytes whether a file is a picture and nothing else; its name and
 * declared type are ignored. The pixels are not decoded; a browser that cannot show
 * them shows the alternative text.
 */
import { MAX_PICTURE_BYTES } from "../../shared/limits";
import { readAvif } from "./avif";
import { readJpeg } from "./jpeg";
import { fault, Reader, type CheckedPicture } from "./parts";
import { PNG_SIGNATURE, readPng } from "./png";
import { readWebp } from "./webp";

/**
 * Signatures by which another program would recognise a file of its own (a polyglot).
 * Each is too long to occur in compressed data by chance.
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
];

/** PDF readers look for it in the first kilobyte only. */
const PDF = "%PDF-";
const PDF_RANGE = 1024;

/**
 * Returns the picture in a file.
 * @throws PictureFault with a sentence for its owner
 */
export function checkPicture(bytes: Uint8Array): CheckedPicture {
  if (bytes.length > MAX_PICTURE_BYTES) fault("tooLarge");
  const read = readerFor(bytes) ?? fault("unknownType");
  const picture = read(bytes);
  if (holdsAny(bytes, FOREIGN) || holdsAny(bytes.subarray(0, PDF_RANGE), [PDF]))
    fault("foreign");
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

/** Whether the bytes contain one of the signatures, in any letter case; one pass. */
function holdsAny(bytes: Uint8Array, signs: readonly string[]): boolean {
  const byPair = new Map<number, number[][]>();
  const isFirst = new Uint8Array(256);
  for (const sign of signs) {
    const lower = Array.from(sign, (letter) =>
      inLowerCase(letter.charCodeAt(0)),
    );
    const [first = 0, second = 0] = lower;
    const pair = pairOf(first, second);
    byPair.set(pair, [...(byPair.get(pair) ?? []), lower]);
    isFirst[first] = 1;
  }
  for (let at = 0; at < bytes.length - 1; at++) {
    const first = inLowerCase(bytes[at] ?? 0);
    if (isFirst[first] !== 1) continue;
    const pair = pairOf(first, inLowerCase(bytes[at + 1] ?? 0));
    const isHere = byPair
      .get(pair)
      ?.some((sign) =>
        sign.every((byte, nth) => inLowerCase(bytes[at + nth] ?? 0) === byte),
      );
    if (isHere === true) return true;
  }
  return false;
}

function pairOf(first: number, second: number): number {
  return first * 256 + second;
}

function inLowerCase(byte: number): number {
  return byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte;
}
