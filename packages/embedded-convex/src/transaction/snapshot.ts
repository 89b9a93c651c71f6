import type { TableState } from "../index/table-state";
import type { Catalog } from "./catalog";

/** The whole database as of the commit at `ts`. Immutable. */
export type Snapshot = {
  /** Nanoseconds since the epoch. */
  readonly ts: bigint;
  readonly catalog: Catalog;
  /** By slot. */
  readonly tables: readonly TableState[];
};
