import type { TableState } from "../index/table-state";
import type { Catalog } from "./catalog";

/** The whole database as of the commit at `ts`. Immutable. */
export class Snapshot {
  /** Nanoseconds since the epoch. */
  readonly ts: bigint;
  readonly catalog: Catalog;
  /** By slot. */
  readonly tables: readonly TableState[];

  constructor(ts: bigint, catalog: Catalog, tables: readonly TableState[]) {
    this.ts = ts;
    this.catalog = catalog;
    this.tables = tables;
  }
}
