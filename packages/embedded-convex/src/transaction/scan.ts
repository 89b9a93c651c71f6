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

/** A document and its key in the scanned index. */
export type Row = { readonly key: Key; readonly document: Document };

/** The parts of its transaction that a scan uses. */
type ScanSource = {
  readonly reads: ReadSet;
  readonly metrics: Metrics;
  /** The table's current state, with the transaction's own writes. */
  table(): TableState;
};

export class Scan implements IterableIterator<Row> {
  #interval: ReadInterval | null = null;
  #rows: Iterator<[Key, Document]> | null = null;
  #table: TableState | null = null;
  #version = 0;
  #lastKey: Key | null = null;
  #isDone = false;

  /** @param position of the index in the table's `indexes` */
  constructor(
    private readonly source: ScanSource,
    private readonly definition: TableDefinition,
    private readonly position: number,
    private readonly range: KeyRange,
    private readonly order: Order,
  ) {}

  [Symbol.iterator](): this {
    return this;
  }

  next(): IteratorResult<Row, undefined> {
    const table = this.source.table();
    if (this.#isDone) return { done: true, value: undefined };
    const interval = (this.#interval ??= this.#start());
    const found = this.#nextPair(table);
    if (found === null) {
      this.#isDone = true;
      this.#rows = null;
      widenToWhole(interval, this.range);
      return { done: true, value: undefined };
    }
    const [key, document] = found;
    this.#lastKey = key;
    if (this.order === "asc") interval.hi = key;
    else interval.lo = key;
    this.source.metrics.countRead(this.definition, document);
    return { done: false, value: { key, document } };
  }

  #start(): ReadInterval {
    const { lo, hi } = this.range;
    // A preliminary value: `next` sets the bounds to the first row, or to the
    // whole range, in the same tick.
    const interval: ReadInterval =
      this.order === "asc"
        ? { lo, hi: lo, includesHi: true }
        : { lo: hi ?? lo, hi, includesHi: false };
    this.source.metrics.countRange(this.definition);
    const index = this.definition.indexes[this.position];
    if (index !== undefined) this.source.reads.addInterval(index.key, interval);
    return interval;
  }

  #nextPair(table: TableState): [Key, Document] | null {
    // The transaction wrote to the table, so an iterator over the old tree may
    // be wrong from here on.
    if (table !== this.#table || table.version !== this.#version) {
      this.#rows = this.#open(table);
      this.#table = table;
      this.#version = table.version;
    }
    const next = this.#rows?.next();
    if (next === undefined || next.done === true) return null;
    const key = next.value[0];
    const { lo, hi } = this.range;
    const isInside = this.order === "asc" ? hi === null || key < hi : key >= lo;
    return isInside ? next.value : null;
  }

  #open(table: TableState): Iterator<[Key, Document]> {
    const tree = table.tree(this.position);
    const { lo, hi } = this.range;
    if (this.order === "asc") {
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
