/**
 * Reads the format of LevelDB's logs and manifests: blocks of 32 KiB that hold
 * records, each with a header of seven bytes (checksum, length, type). A record
 * that does not fit into the rest of a block is split into a first, middle and
 * last part.
 *
 * LevelDB silently skips records that it cannot read. This reader tells apart
 * the two causes: a record that a crash cut short was never acknowledged and is
 * ignored; a record that was once complete is reported as damaged.
 */
import { crc32c, masked } from "./crc32c";

const BLOCK_BYTES = 32 * 1024;
const HEADER_BYTES = 7;
const SECTOR_BYTES = 512;
const LENGTH_BITS = 16;
const FULL = 1;
const FIRST = 2;
const LAST = 4;

/** The complete records of a log, up to the first damaged one. */
export type LevelLog = {
  records: Uint8Array[];
  /** Offset of the damage; null if every synced record can be read. */
  damagedAt: number | null;
};

type Part = { type: number; content: Buffer; end: number };

/** Reads a log. An incomplete record at its end does not count as damage. */
export function readLevelLog(bytes: Buffer): LevelLog {
  const records: Uint8Array[] = [];
  let parts: Buffer[] = [];
  let offset = 0;
  const damaged = (): LevelLog => ({ records, damagedAt: offset });
  for (;;) {
    offset = nextHeader(offset);
    if (offset + HEADER_BYTES > bytes.length) break;
    const part = partAt(bytes, offset);
    if (part === null) {
      if (isCutShort(bytes, offset)) break;
      return damaged();
    }
    const isStart = part.type === FULL || part.type === FIRST;
    if (isStart !== (parts.length === 0)) return damaged();
    parts.push(part.content);
    if (part.type === FULL || part.type === LAST) {
      records.push(parts.length === 1 ? part.content : Buffer.concat(parts));
      parts = [];
    }
    offset = part.end;
  }
  return { records, damagedAt: null };
}

/** Skips the rest of a block when it is too short for a header. */
function nextHeader(offset: number): number {
  const left = BLOCK_BYTES - (offset % BLOCK_BYTES);
  return left < HEADER_BYTES ? offset + left : offset;
}

/** Returns the part at `offset`, or null if there is no intact part. */
function partAt(
  bytes: Buffer,
  offset: number,
  length = bytes.readUInt16LE(offset + 4),
): Part | null {
  const type = bytes.readUInt8(offset + 6);
  const end = offset + HEADER_BYTES + length;
  const blockEnd = offset - (offset % BLOCK_BYTES) + BLOCK_BYTES;
  if (!isType(type)) return null;
  if (end > blockEnd || end > bytes.length) return null;
  // The checksum covers the type and the content.
  const crc = masked(crc32c(bytes.subarray(offset + 6, end)));
  if (crc !== bytes.readUInt32LE(offset)) return null;
  return { type, content: bytes.subarray(offset + HEADER_BYTES, end), end };
}

function isType(type: number): boolean {
  return type >= FULL && type <= LAST;
}

/**
 * Whether a crash of the process or machine interrupted the write at `offset`:
 * the part reaches beyond the end of the file, or its space is still zero.
 */
function isCutShort(bytes: Buffer, offset: number): boolean {
  const length = bytes.readUInt16LE(offset + 4);
  const end = offset + HEADER_BYTES + length;
  if (isUnfilled(bytes, offset, end)) return true;
  const blockEnd = offset - (offset % BLOCK_BYTES) + BLOCK_BYTES;
  return (
    isType(bytes.readUInt8(offset + 6)) &&
    bytes.length <= blockEnd &&
    bytes.length < end &&
    !hasOtherLength(bytes, offset, length) &&
    !hasPartAfter(bytes, offset)
  );
}

/**
 * Whether the file is zero from `offset`, or from the start of a sector within
 * the part, to its end. A file system may store the new size of a file before
 * its new content.
 */
function isUnfilled(bytes: Buffer, offset: number, end: number): boolean {
  const sector = Math.ceil(offset / SECTOR_BYTES) * SECTOR_BYTES;
  const starts = [offset];
  for (let at = sector; at < end; at += SECTOR_BYTES) starts.push(at);
  return starts.some(
    (start) => start < bytes.length && isZero(bytes.subarray(start)),
  );
}

function isZero(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 0);
}

/**
 * Whether the part becomes intact when one bit of its length is flipped. Then
 * the length is corrupted, and the part was not cut short.
 */
function hasOtherLength(
  bytes: Buffer,
  offset: number,
  length: number,
): boolean {
  for (let bit = 0; bit < LENGTH_BITS; bit++) {
    if (partAt(bytes, offset, length ^ (1 << bit)) !== null) return true;
  }
  return false;
}

/**
 * Whether an intact part follows. Parts are appended in order, so the one at
 * `offset` was complete before it.
 */
function hasPartAfter(bytes: Buffer, offset: number): boolean {
  for (let at = offset + 1; at + HEADER_BYTES <= bytes.length; at++) {
    if (partAt(bytes, at) !== null) return true;
  }
  return false;
}
