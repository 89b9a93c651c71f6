/**
 * JPEG (ITU-T T.81): the segments of a picture with one frame, each exactly as long as
 * its content, from SOI to EOI, and no byte after that.
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

const SOI = 0xd8;
const EOI = 0xd9;
const SOS = 0xda;
const DQT = 0xdb;
const DHT = 0xc4;
const DRI = 0xdd;
const APP0 = 0xe0;
const APP1 = 0xe1;
const APP2 = 0xe2;
const APP13 = 0xed;
const APP14 = 0xee;
/** Baseline, extended and progressive: the ones that browsers show. */
const FRAMES = new Set([0xc0, 0xc1, 0xc2]);

/** Metadata of cameras and programs; it is removed. */
const LEFT_OUT: [marker: number, start: string][] = [
  [APP1, "Exif\0\0"],
  [APP1, "http://ns.adobe.com/xap/1.0/\0"],
  [APP13, "Photoshop 3.0\0"],
];

/**
 * Progressive pictures have about ten; each costs the viewer's browser a pass over all
 * pixels.
 */
const MAX_SCANS = 64;

type Seen = {
  size: { width: number; height: number } | null;
  components: number;
  profileBytes: number;
  scans: number;
};

export function readJpeg(bytes: Uint8Array): CheckedPicture {
  const file = new Reader(bytes);
  const kept: Uint8Array[] = [file.part(0, 2)];
  const seen: Seen = { size: null, components: 0, profileBytes: 0, scans: 0 };
  let segments = 0;
  for (let at = 2; ;) {
    requireFew(++segments);
    if (file.u8(at) !== 0xff) fault("damaged");
    const marker = file.u8(at + 1);
    if (marker === EOI) {
      kept.push(file.part(at, at + 2));
      if (at + 2 < file.length) fault("trailing");
      break;
    }
    if (marker === SOI || marker < 0xc0) fault("damaged");
    let end = at + 2 + file.u16(at + 2);
    const segment = new Reader(file.part(at + 4, end));
    const isSeen = readSegment(marker, segment, seen);
    if (marker === SOS) end = endOfScan(file, end);
    if (isSeen) kept.push(file.part(at, end));
    at = end;
  }
  if (seen.size === null || seen.scans === 0) fault("damaged");
  return { type: "image/jpeg", ...seen.size, bytes: joined(kept) };
}

/** Returns false for a segment that is removed. */
function readSegment(marker: number, segment: Reader, seen: Seen): boolean {
  const { length } = segment;
  if (FRAMES.has(marker)) {
    if (seen.size !== null) fault("damaged");
    seen.size = { height: segment.u16(1), width: segment.u16(3) };
    requireSize(seen.size.width, seen.size.height);
    seen.components = segment.u8(5);
    requireLength(length, 6 + 3 * seen.components);
    if (segment.u8(0) !== 8 || ![1, 3].includes(seen.components))
      fault("damaged");
    return true;
  }
  switch (marker) {
    case SOS:
      if (seen.size === null || segment.u8(0) > seen.components)
        fault("damaged");
      requireLength(length, 4 + 2 * segment.u8(0));
      if (++seen.scans > MAX_SCANS) fault("intricate");
      return true;
    case DQT:
      requireLength(length, tablesLength(segment, quantisationTable));
      return true;
    case DHT:
      requireLength(length, tablesLength(segment, huffmanTable));
      return true;
    case DRI:
      requireLength(length, 2);
      return true;
    case APP0:
      // JFIF without a thumbnail.
      if (!startsWith(segment, "JFIF\0") || length !== 14) hiddenPart("APP0");
      return true;
    case APP14:
      if (!startsWith(segment, "Adobe") || length !== 12) hiddenPart("APP14");
      return true;
    case APP2:
      if (!startsWith(segment, "ICC_PROFILE\0")) hiddenPart("APP2");
      seen.profileBytes += length;
      if (seen.profileBytes > MAX_PROFILE_BYTES) hiddenPart("APP2");
      return true;
  }
  const isLeftOut = LEFT_OUT.some(
    ([kind, start]) => kind === marker && startsWith(segment, start),
  );
  if (!isLeftOut) hiddenPart(nameOf(marker));
  return false;
}

/** Where the compressed data that begins here ends: at the next marker. */
function endOfScan(file: Reader, start: number): number {
  const { bytes } = file;
  for (let at = start; ; at++) {
    at = bytes.indexOf(0xff, at);
    if (at < 0 || at + 1 >= bytes.length) fault("incomplete");
    const next = bytes[at + 1] ?? 0;
    const isPixels = next === 0 || (next >= 0xd0 && next <= 0xd7);
    if (!isPixels) return at;
  }
}

type Table = (segment: Reader, at: number) => number;

/** The total length of the tables in a segment; they must fill it. */
function tablesLength(segment: Reader, lengthAt: Table): number {
  let at = 0;
  while (at < segment.length) at += lengthAt(segment, at);
  return at;
}

function quantisationTable(segment: Reader, at: number): number {
  return segment.u8(at) >> 4 === 0 ? 65 : 129;
}

function huffmanTable(segment: Reader, at: number): number {
  const counts = segment.part(at + 1, at + 17);
  return 17 + counts.reduce((sum, count) => sum + count, 0);
}

function requireLength(length: number, needed: number): void {
  if (length !== needed) fault("damaged");
}

function startsWith(segment: Reader, start: string): boolean {
  return (
    segment.length >= start.length && segment.text(0, start.length) === start
  );
}

function nameOf(marker: number): string {
  if (marker === 0xfe) return "COM";
  return marker >= APP0 && marker < 0xf0 ? `APP${marker - APP0}` : "";
}
