/**
 * A walk through a range of an index that reads lazily: the read set covers
 * what has been consumed, from the range's start to the last row returned, and
 * the whole range once there are no more rows.
 */
import type { Document } from "../index/document";
import type { TableDefinition } from "../index/table-definition";
import type { TableState } from "../index/table-state";
import { afterKey, type Key, type KeyRange } from "../values/keys";
import type { Metrics } from "./metrics";
import type { ReadInterval, ReadSet } from "./read-set";

export type Order = "asc" | "desc";

/** A document and its key in the index it was found in. */
export type Row = { readonly key: Key; readonly document: Document };

/** What a scan needs of its transaction. */
export type ScanHost = {
  readonly reads: ReadSet;
  readonly metrics: Metrics;
  /** The table as it is now, with the transaction's own writes. */
  table(): TableState;
};

export class Scan implements IterableIterator<Row> {
  readonly #host: ScanHost;
  readonly #definition: TableDefinition;
  readonly #position: number;
  readonly #range: KeyRange;
  readonly #order: Order;
  #interval: ReadInterval | null = null;
  #rows: Iterator<[Key, Document]> | null = null;
  #table: TableState | null = null;
  #version = 0;
  #lastKey: Key | null = null;
  #isDone = false;

  /** @param position of the index among its table's indexes */
  constructor(
    host: ScanHost,
    definition: TableDefinition,
    position: number,
    range: KeyRange,
    order: Order,
  ) {
    this.#host = host;
    this.#definition = definition;
    this.#position = position;
    this.#range = range;
    this.#order = order;
  }

  [Symbol.iterator](): this {
    return this;
  }

  next(): IteratorResult<Row, undefined> {
    const table = this.#host.table();
    if (this.#isDone) return { done: true, value: undefined };
    const interval = (this.#interval ??= this.#start());
    const found = this.#nextPair(table);
    if (found === null) {
      this.#isDone = true;
      this.#rows = null;
      widenToWhole(interval, this.#range);
      return { done: true, value: undefined };
    }
    const [key, document] = found;
    this.#lastKey = key;
    if (this.#order === "asc") interval.hi = key;
    else interval.lo = key;
    this.#host.metrics.countRead(this.#definition, document);
    return { done: false, value: { key, document } };
  }

  #start(): ReadInterval {
    const { lo, hi } = this.#range;
    // Nothing is covered yet: [lo, lo) or [hi, hi). A descending scan without
    // an upper bound starts at its first row, which is set before anyone looks.
    const interval: ReadInterval =
      this.#order === "asc"
        ? { lo, hi: lo, includesHi: true }
        : { lo: hi ?? lo, hi, includesHi: false };
    this.#host.metrics.countRange(this.#definition);
    const index = this.#definition.indexes[this.#position];
    if (index !== undefined) this.#host.reads.addInterval(index.key, interval);
    return interval;
  }

  #nextPair(table: TableState): [Key, Document] | null {
    // The transaction wrote to the table: an iterator over the old tree may
    // be wrong from here on.
    if (table !== this.#table || table.version !== this.#version) {
      this.#rows = this.#open(table);
      this.#table = table;
      this.#version = table.version;
    }
    const next = this.#rows?.next();
    if (next === undefined || next.done === true) return null;
    const key = next.value[0];
    const { lo, hi } = this.#range;
    const isInside =
      this.#order === "asc" ? hi === null || key < hi : key >= lo;
    return isInside ? next.value : null;
  }

  #open(table: TableState): Iterator<[Key, Document]> {
    const tree = table.tree(this.#position);
    const { lo, hi } = this.#range;
    if (this.#order === "asc") {
      return tree.entries(
        this.#lastKey === null ? lo : afterKey(this.#lastKey),
      );
    }
    return tree.entriesReversed(
      this.#lastKey ?? hi ?? undefined,
      undefined,
      true,
    );
  }
}

function widenToWhole(interval: ReadInterval, range: KeyRange): void {
  interval.lo = range.lo;
  interval.hi = range.hi;
  interval.includesHi = false;
}
