import { UserError } from "../base/errors";
import {
  MAX_BYTES_READ,
  MAX_BYTES_WRITTEN,
  MAX_DOCUMENTS_READ,
  MAX_DOCUMENTS_WRITTEN,
  MAX_FUNCTIONS_SCHEDULED,
  MAX_INDEX_RANGES,
  MAX_SCHEDULED_ARGS_TOTAL_BYTES,
} from "../base/limits";
import type { Document } from "../index/document";
import type { TableDefinition } from "../index/table-definition";

/** Resources of a transaction, by Convex's names. */
export type TransactionLimits = Record<keyof typeof DEFAULT_LIMITS, number>;

/** The limits of a transaction whose caller has set no lower ones. */
const DEFAULT_LIMITS = {
  bytesRead: MAX_BYTES_READ,
  bytesWritten: MAX_BYTES_WRITTEN,
  databaseQueries: MAX_INDEX_RANGES,
  documentsRead: MAX_DOCUMENTS_READ,
  documentsWritten: MAX_DOCUMENTS_WRITTEN,
  functionsScheduled: MAX_FUNCTIONS_SCHEDULED,
  scheduledFunctionArgsBytes: MAX_SCHEDULED_ARGS_TOTAL_BYTES,
};

/** What a transaction used of the database, by the names in Convex's function log. */
export type Usage = Metrics["usage"];

/** A transaction has read as much as it may. */
export class ReadLimitError extends UserError {}

const HELP =
  ". Consider using smaller limits in your queries, paginating your queries, or using indexed queries with a selective index range expressions.";

/**
 * Counts a transaction's reads and writes in users' tables and enforces the
 * limits. The bytes are those of documents in Convex's measure.
 */
export class Metrics {
  documentsRead = 0;
  bytesRead = 0;
  documentsWritten = 0;
  bytesWritten = 0;
  functionsScheduled = 0;
  scheduledFunctionArgsBytes = 0;
  /** Lower during a nested call with limits of its own. */
  limits: Readonly<TransactionLimits> = DEFAULT_LIMITS;
  /** An upper bound of the number of intervals: some reads repeat an interval. */
  #ranges = 0;

  /** @param countIntervals counts the disjoint intervals that were read */
  constructor(private readonly countIntervals: () => number) {}

  get usage() {
    return {
      databaseReadBytes: this.bytesRead,
      databaseReadDocuments: this.documentsRead,
      databaseWriteBytes: this.bytesWritten,
      databaseWriteDocuments: this.documentsWritten,
    };
  }

  /** Number of disjoint index intervals that were read. */
  get databaseQueries(): number {
    return this.countIntervals();
  }

  /** @throws UserError when the limit is exceeded */
  countRange({ isSystem }: TableDefinition): void {
    if (isSystem) return;
    const { databaseQueries } = this.limits;
    if (++this.#ranges <= databaseQueries) return;
    this.#ranges = this.countIntervals() + 1;
    if (this.#ranges > databaseQueries)
      throw tooManyRead("reads", databaseQueries);
  }

  /** @throws UserError when a limit is exceeded */
  countRead({ isSystem }: TableDefinition, document: Document): void {
    if (isSystem) return;
    const { documentsRead, bytesRead } = this.limits;
    this.bytesRead += document.size;
    if (++this.documentsRead > documentsRead) {
      throw tooManyRead("documents read", documentsRead);
    }
    if (this.bytesRead > bytesRead) {
      throw tooManyRead("bytes read", `${bytesRead} bytes`);
    }
  }

  /** @throws UserError when a limit is exceeded */
  countWrite({ isSystem }: TableDefinition, bytes: number): void {
    if (isSystem) return;
    const { documentsWritten, bytesWritten } = this.limits;
    this.bytesWritten += bytes;
    if (++this.documentsWritten > documentsWritten) {
      throw new UserError(tooMany("writes", documentsWritten));
    }
    if (this.bytesWritten > bytesWritten) {
      throw new UserError(tooMany("bytes written", `${bytesWritten} bytes`));
    }
  }

  /**
   * Counts a function that is about to be scheduled.
   *
   * @throws UserError when a limit would be exceeded
   */
  countScheduled(argsBytes: number): void {
    const { functionsScheduled, scheduledFunctionArgsBytes } = this.limits;
    if (this.functionsScheduled >= functionsScheduled) {
      throw new UserError(
        `Too many functions scheduled by this mutation (limit: ${functionsScheduled})`,
      );
    }
    const bytes = this.scheduledFunctionArgsBytes + argsBytes;
    if (bytes > scheduledFunctionArgsBytes) {
      throw new UserError(
        `Too large total size of the arguments of scheduled functions from this mutation (limit: ${scheduledFunctionArgsBytes} bytes)`,
      );
    }
    this.functionsScheduled++;
    this.scheduledFunctionArgsBytes = bytes;
  }

  /** @returns limits that allow `budget` from here on, within the current ones */
  limitsFor(budget: Partial<TransactionLimits>): TransactionLimits {
    const limits = { ...this.limits };
    for (const name of Object.keys(limits) as (keyof TransactionLimits)[]) {
      const more = budget[name];
      if (more === undefined) continue;
      limits[name] = Math.min(limits[name], this[name] + more);
    }
    return limits;
  }
}

function tooManyRead(what: string, limit: number | string): UserError {
  return new ReadLimitError(tooMany(what, limit) + HELP);
}

function tooMany(what: string, limit: number | string): string {
  return `Too many ${what} in a single function execution (limit: ${limit})`;
}
