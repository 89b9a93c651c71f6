import { UserError } from "../base/errors";
import {
  MAX_BYTES_READ,
  MAX_BYTES_WRITTEN,
  MAX_DOCUMENTS_READ,
  MAX_DOCUMENTS_WRITTEN,
  MAX_INDEX_RANGES,
} from "../base/limits";
import type { Document } from "../index/document";
import type { TableDefinition } from "../index/table-definition";

/**
 * Counts a transaction's reads and writes in users' tables and enforces the
 * limits. The bytes of a read are the UTF-16 code units of the JSON text.
 */
export class Metrics {
  documentsRead = 0;
  bytesRead = 0;
  documentsWritten = 0;
  bytesWritten = 0;
  indexRanges = 0;

  /** @throws UserError when the limit is exceeded */
  countRange({ isSystem }: TableDefinition): void {
    if (isSystem) return;
    if (++this.indexRanges > MAX_INDEX_RANGES) {
      throw tooMany("index ranges read", MAX_INDEX_RANGES);
    }
  }

  /** @throws UserError when a limit is exceeded */
  countRead({ isSystem }: TableDefinition, document: Document): void {
    if (isSystem) return;
    this.bytesRead += document.text.length;
    if (++this.documentsRead > MAX_DOCUMENTS_READ) {
      throw tooMany("documents read", MAX_DOCUMENTS_READ);
    }
    if (this.bytesRead > MAX_BYTES_READ) {
      throw tooMany("bytes read", MAX_BYTES_READ);
    }
  }

  /** @throws UserError when a limit is exceeded */
  countWrite({ isSystem }: TableDefinition, bytes: number): void {
    if (isSystem) return;
    this.bytesWritten += bytes;
    if (++this.documentsWritten > MAX_DOCUMENTS_WRITTEN) {
      throw tooMany("documents written", MAX_DOCUMENTS_WRITTEN);
    }
    if (this.bytesWritten > MAX_BYTES_WRITTEN) {
      throw tooMany("bytes written", MAX_BYTES_WRITTEN);
    }
  }
}

function tooMany(what: string, limit: number): UserError {
  return new UserError(
    "TransactionLimit",
    `Too many ${what} in a single function execution (limit: ${limit}). Consider using smaller limits in your queries, paginating your queries, or using indexed queries with a selective index range expressions.`,
  );
}
