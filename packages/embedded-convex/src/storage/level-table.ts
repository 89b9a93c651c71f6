/**
 * Checks LevelDB's tables. A table consists of blocks, each followed by a
 * checksum, and of an index of the blocks. LevelDB can verify the checksums,
 * but the Node binding does not enable that, and LevelDB leaves out blocks that
 * it cannot read.
 */
import { ByteReader } from "./byte-reader";
import { crc32c, masked } from "./crc32c";
import { unpackSnappy } from "./snappy";

const FOOTER_BYTES = 48;
const MAGIC = "57fb808b247547db";
const MAGIC_BYTES = 8;
/** After each block: one byte for the compression, four for the checksum. */
const TRAILER_BYTES = 5;
const PLAIN = 0;
const SNAPPY = 1;

type Handle = { offset: number; size: number };

/** Returns the offset of the first damage in a table, or null if intact. */
export function findTableDamage(table: Buffer): number | null {
  const footerAt = table.length - FOOTER_BYTES;
  if (footerAt < 0) return 0;
  const footer = table.subarray(footerAt);
  const magic = footer.subarray(FOOTER_BYTES - MAGIC_BYTES).toString("hex");
  if (magic !== MAGIC) return footerAt;
  try {
    const reader = new ByteReader(footer);
    for (const index of [readHandle(reader), readHandle(reader)]) {
      const damage = findIndexDamage(table, index);
      if (damage !== null) return damage;
    }
    return null;
  } catch (error) {
    if (error instanceof RangeError) return footerAt;
    throw error;
  }
}

/** Checks an index block and every block that it refers to. */
function findIndexDamage(table: Buffer, index: Handle): number | null {
  if (!isWhole(table, index)) return index.offset;
  for (const handle of handlesIn(contentOf(table, index))) {
    if (!isWhole(table, handle)) return handle.offset;
  }
  return null;
}

function readHandle(reader: ByteReader): Handle {
  return { offset: reader.varint(), size: reader.varint() };
}

function isWhole(table: Buffer, { offset, size }: Handle): boolean {
  const end = offset + size;
  if (end + TRAILER_BYTES > table.length) return false;
  const crc = masked(crc32c(table.subarray(offset, end + 1)));
  return crc === table.readUInt32LE(end + 1);
}

function contentOf(table: Buffer, { offset, size }: Handle): Uint8Array {
  const content = table.subarray(offset, offset + size);
  const compression = table[offset + size];
  if (compression === PLAIN) return content;
  if (compression === SNAPPY) return unpackSnappy(content);
  throw new RangeError(`A block is compressed by ${compression}`);
}

/**
 * Yields the values of an index block, which are handles. The block ends with a
 * list of offsets (LevelDB's restart points) and their number, which are not
 * needed here.
 */
function* handlesIn(block: Uint8Array): Generator<Handle> {
  const view = Buffer.from(block.buffer, block.byteOffset, block.byteLength);
  const count = view.readUInt32LE(view.length - 4);
  const reader = new ByteReader(view.subarray(0, view.length - 4 - 4 * count));
  while (!reader.isAtEnd) {
    reader.varint();
    const keyLength = reader.varint();
    const valueLength = reader.varint();
    reader.bytes(keyLength);
    yield readHandle(new ByteReader(reader.bytes(valueLength)));
  }
}
