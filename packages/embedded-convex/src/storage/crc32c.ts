/** CRC-32C (Castagnoli), the checksum in LevelDB's logs and tables. */

const POLYNOMIAL = 0x82f63b78;
const MASK_DELTA = 0xa282ead8;

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) {
    crc = (crc & 1) === 0 ? crc >>> 1 : (crc >>> 1) ^ POLYNOMIAL;
  }
  return crc;
});

export function crc32c(bytes: Uint8Array): number {
  let crc = ~0;
  for (let i = 0; i < bytes.length; i++) crc = withByte(crc, bytes[i] ?? 0);
  return ~crc >>> 0;
}

/** Goes on with a byte. The checksum begins with all bits set, and is inverted in the end. */
export function withByte(crc: number, byte: number): number {
  return (table[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
}

/**
 * Returns a checksum as LevelDB stores it. LevelDB masks stored checksums
 * because the CRC of data that contains its own CRC is a weak check.
 */
export function masked(crc: number): number {
  return (((crc >>> 15) | (crc << 17)) + MASK_DELTA) >>> 0;
}
