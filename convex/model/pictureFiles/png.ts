/**
 * PNG (https://www.w3.org/TR/png-3/): chunks that belong to a still picture, each with
 * a valid checksum, from IHDR to IEND, and no byte after it.
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

export const PNG_SIGNATURE = "\x89PNG\r\n\x1a\n";

/** The depths that each colour type can have. */
const DEPTHS: Record<number, readonly number[]> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};

/** Chunks that say how to show the pixels, with the maximum size of each. */
const SHOWN: Record<string, number> = {
  IHDR: 13,
  PLTE: 768,
  IDAT: Infinity,
  IEND: 0,
  tRNS: 256,
  cHRM: 32,
  gAMA: 4,
  iCCP: MAX_PROFILE_BYTES,
  sBIT: 4,
  sRGB: 1,
  cICP: 4,
  bKGD: 6,
  pHYs: 9,
  hIST: 512,
  tIME: 7,
};

/** Metadata of programs; it is removed. */
const LEFT_OUT = new Set(["eXIf", "iDOT"]);
const MOVING = new Set(["acTL", "fcTL", "fdAT"]);

export function readPng(bytes: Uint8Array): CheckedPicture {
  const file = new Reader(bytes);
  const kept: Uint8Array[] = [file.part(0, PNG_SIGNATURE.length)];
  const seen = new Map<string, number>();
  let size = { width: 0, height: 0 };
  let last = "";
  let chunks = 0;
  for (let at = PNG_SIGNATURE.length; last !== "IEND";) {
    requireFew(++chunks);
    const length = file.u32(at);
    const end = at + 12 + length;
    const chunk = file.part(at, end);
    const name = file.text(at + 4, 4);
    if (crc32(chunk.subarray(4, -4)) !== file.u32(end - 4)) fault("damaged");
    if ((last === "") !== (name === "IHDR")) fault("damaged");
    if (MOVING.has(name)) fault("animated");
    if (!LEFT_OUT.has(name)) {
      const most = SHOWN[name];
      if (most === undefined || length > most) hiddenPart(name);
      const isRepeated = name === "IDAT" ? last !== "IDAT" : true;
      if (seen.has(name) && isRepeated) fault("damaged");
      kept.push(chunk);
    }
    if (name === "IHDR") size = readHeader(new Reader(chunk.subarray(8, -4)));
    seen.set(name, (seen.get(name) ?? 0) + length);
    last = name;
    at = end;
    if (name === "IEND" && at < file.length) fault("trailing");
  }
  if ((seen.get("IDAT") ?? 0) === 0) fault("damaged");
  return { type: "image/png", ...size, bytes: joined(kept) };
}

function readHeader(header: Reader) {
  const width = header.u32(0);
  const height = header.u32(4);
  requireSize(width, height);
  const depths = DEPTHS[header.u8(9)] ?? [];
  const areKnown =
    depths.includes(header.u8(8)) &&
    header.u8(10) === 0 &&
    header.u8(11) === 0 &&
    header.u8(12) <= 1;
  if (!areKnown) fault("damaged");
  return { width, height };
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, value) => {
  let sum = value;
  for (let bit = 0; bit < 8; bit++)
    sum = sum & 1 ? 0xedb88320 ^ (sum >>> 1) : sum >>> 1;
  return sum;
});

function crc32(bytes: Uint8Array): number {
  let sum = 0xffffffff;
  for (const byte of bytes)
    sum = (CRC_TABLE[(sum ^ byte) & 0xff] ?? 0) ^ (sum >>> 8);
  return (sum ^ 0xffffffff) >>> 0;
}
