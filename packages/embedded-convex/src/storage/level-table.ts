/**
 * Checks LevelDB's tables: blocks, each followed by a byte for its type and by a checksum, and a footer. LevelDB verifies
 * the checksums only if it is told to, which the Node binding cannot: it takes as much memory as a flipped bit says, or
 * aborts the process.
 */
import { ByteReader } from "./byte-reader";
import { masked, withByte } from "./crc32c";

/** The footer has the places of the last two blocks, which tell where the others are. */
const FOOTER_BYTES = 48;
/** Of a block: plain or compressed. */
const LAST_TYPE = 1;
const CHECKSUM_BYTES = 4;
const TRAILER_BYTES = 1 + CHECKSUM_BYTES;

/** Returns where the first damaged block begins, `index` if the places of blocks are damaged, or null. */
export function findTableDamage(table: Buffer): number | "index" | null {
  const footerAt = Math.max(0, table.length - FOOTER_BYTES);
  const { starts, damagedAt } = blocksOf(table.subarray(0, footerAt));
  const footer = new ByteReader(table.subarray(footerAt));
  try {
    const places = [0, 1].map(() => ({
      at: footer.varint(),
      end: footer.varint() + TRAILER_BYTES,
    }));
    const [first = 0] = places.map(({ at }) => at);
    if (damagedAt !== null) return damagedAt < first ? damagedAt : "index";
    const ends = [...starts.slice(1), footerAt];
    const isThere = places.every(
      ({ at, end }, nth) =>
        at === starts.at(nth - 2) && at + end === ends.at(nth - 2),
    );
    return isThere ? null : "index";
  } catch (error) {
    if (error instanceof RangeError) return "index";
    throw error;
  }
}

/**
 * Finds the blocks one after the other: each ends where its checksum fits. Their lengths are in the index, but that is
 * compressed.
 */
function blocksOf(bytes: Buffer) {
  const starts: number[] = [];
  let start = 0;
  while (start < bytes.length) {
    const end = endOfBlock(bytes, start, start);
    if (end !== null) {
      starts.push(start);
      start = end;
      continue;
    }
    // Once in four billion times a checksum fits by chance, and the block before goes on.
    const before = starts.at(-1);
    const later =
      before === undefined ? null : endOfBlock(bytes, before, start);
    if (later === null) return { starts, damagedAt: start };
    start = later;
  }
  return { starts, damagedAt: null };
}

/** Returns the end, behind `after`, of the block that begins at `start`; null if no checksum fits. */
function endOfBlock(bytes: Buffer, start: number, after: number) {
  let crc = ~0;
  for (let at = start; at + CHECKSUM_BYTES < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    crc = withByte(crc, byte);
    if (byte > LAST_TYPE || at + TRAILER_BYTES <= after) continue;
    if (masked(~crc >>> 0) === bytes.readUInt32LE(at + 1))
      return at + TRAILER_BYTES;
  }
  return null;
}
