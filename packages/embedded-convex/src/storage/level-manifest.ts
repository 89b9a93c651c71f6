/** Reads a LevelDB manifest, which lists the tables and the log in use. */
import { ByteReader } from "./byte-reader";

const COMPARATOR = 1;
const LOG_NUMBER = 2;
const NEXT_FILE_NUMBER = 3;
const LAST_SEQUENCE = 4;
const COMPACT_POINTER = 5;
const DELETED_FILE = 6;
const NEW_FILE = 7;
const PREVIOUS_LOG_NUMBER = 9;

export type LevelManifest = {
  /**
   * The first log whose records are not in tables yet; 0 before there is a log.
   */
  logNumber: number;
  /** Sizes of the tables in bytes, by file number. */
  tables: Map<number, number>;
};

/**
 * Applies the edits in the records of a manifest, in order.
 *
 * @throws RangeError when a record is not a valid edit
 */
export function readManifest(records: readonly Uint8Array[]): LevelManifest {
  const manifest: LevelManifest = { logNumber: 0, tables: new Map() };
  for (const record of records) {
    const reader = new ByteReader(record);
    while (!reader.isAtEnd) applyField(manifest, reader);
  }
  return manifest;
}

function applyField(manifest: LevelManifest, reader: ByteReader): void {
  const tag = reader.varint();
  switch (tag) {
    case COMPARATOR:
      reader.skipText();
      break;
    case LOG_NUMBER:
      manifest.logNumber = reader.varint();
      break;
    case NEXT_FILE_NUMBER:
    case LAST_SEQUENCE:
    case PREVIOUS_LOG_NUMBER:
      reader.varint();
      break;
    case COMPACT_POINTER:
      reader.varint();
      reader.skipText();
      break;
    case DELETED_FILE:
      reader.varint();
      manifest.tables.delete(reader.varint());
      break;
    case NEW_FILE: {
      reader.varint();
      const number = reader.varint();
      manifest.tables.set(number, reader.varint());
      reader.skipText();
      reader.skipText();
      break;
    }
    default:
      throw new RangeError(`A manifest has a field with the tag ${tag}`);
  }
}
