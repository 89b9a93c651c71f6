import { ByteReader } from "./byte-reader";

/**
 * Decompresses Snappy data: a sequence of literals and of copies of earlier
 * output.
 *
 * @throws RangeError when `packed` is not valid Snappy data
 */
export function unpackSnappy(packed: Uint8Array): Uint8Array {
  const reader = new ByteReader(packed);
  const unpacked = new Uint8Array(reader.varint());
  let end = 0;
  while (!reader.isAtEnd) {
    const tag = reader.byte();
    if ((tag & 3) === 0) {
      const piece = reader.bytes(literalLength(tag, reader));
      unpacked.set(piece, end);
      end += piece.length;
    } else {
      const { length, distance } = copyOf(tag, reader);
      if (distance === 0 || distance > end || end + length > unpacked.length) {
        throw new RangeError("A copy leads out of what is unpacked");
      }
      // Byte by byte, because a copy may overlap its own output.
      for (const last = end + length; end < last; end++) {
        unpacked[end] = unpacked[end - distance] ?? 0;
      }
    }
  }
  return unpacked;
}

function literalLength(tag: number, reader: ByteReader): number {
  const length = tag >>> 2;
  return 1 + (length < 60 ? length : littleEndian(reader, length - 59));
}

function copyOf(
  tag: number,
  reader: ByteReader,
): { length: number; distance: number } {
  const kind = tag & 3;
  if (kind !== 1) {
    const distance = littleEndian(reader, kind === 2 ? 2 : 4);
    return { length: 1 + (tag >>> 2), distance };
  }
  const distance = ((tag >>> 5) << 8) | reader.byte();
  return { length: 4 + ((tag >>> 2) & 7), distance };
}

function littleEndian(reader: ByteReader, bytes: number): number {
  let value = 0;
  for (let i = 0; i < bytes; i++) value += reader.byte() * 2 ** (8 * i);
  return value;
}
