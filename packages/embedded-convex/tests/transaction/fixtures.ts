import { defineSchema, type SchemaDefinition } from "convex/server";
import type { Value } from "convex/values";
import { manualClock } from "../base/manual-clock";
import { silentLogger } from "../base/silent-logger";
import type { SchemaJson, TableSchema } from "../../src/index/schema";
import type { MemoryDisk } from "../../src/storage/memory-store";
import { Database } from "../../src/transaction/database";
import { changeSchema } from "../../src/transaction/schema-change";
import type { Transaction } from "../../src/transaction/transaction";
import {
  afterPrefix,
  encodeKey,
  WHOLE_RANGE,
  type KeyRange,
} from "../../src/values/keys";
import { GatedStore } from "./gated-store";

export const NOW_MS = 1_700_000_000_000;

/** A database in memory and everything it was made of. */
export type Fixture = {
  database: Database;
  store: GatedStore;
  clock: ReturnType<typeof manualClock>;
  /** What `onFatal` was told. */
  fatal: unknown[];
  warnings: string[];
};

/** @returns a database on a store in memory */
export async function openDatabase({
  disk,
  systemTables,
  nowMs = NOW_MS,
}: {
  disk?: MemoryDisk;
  systemTables?: TableSchema[];
  nowMs?: number;
} = {}): Promise<Fixture> {
  const store = new GatedStore(disk);
  const clock = manualClock(nowMs);
  const fatal: unknown[] = [];
  const warnings: string[] = [];
  const database = await Database.open({
    store,
    clock,
    logger: {
      ...silentLogger,
      warn: (message) => void warnings.push(message),
    },
    onFatal: (error) => fatal.push(error),
    ...(systemTables && { systemTables }),
  });
  return { database, store, clock, fatal, warnings };
}

/**
 * Declares a component's tables, as the loader does.
 *
 * @param schema null for a component without one
 */
export async function applySchema(
  database: Database,
  component: string,
  schema: SchemaJson | null,
): Promise<void> {
  await database.write((transaction) =>
    changeSchema(transaction, component, schema),
  );
}

/** @returns a schema as the loader hands it over */
export function exported(
  tables: Parameters<typeof defineSchema>[0],
  options?: { schemaValidation: boolean },
): SchemaJson {
  const schema: SchemaDefinition<typeof tables, boolean> = defineSchema(
    tables,
    options,
  );
  return JSON.parse((schema as unknown as { export(): string }).export());
}

/** @returns the range of an index whose first fields equal `values` */
export function equalTo(...values: (Value | undefined)[]): KeyRange {
  const lo = encodeKey(values);
  return { lo, hi: afterPrefix(lo) };
}

/** Commits what `write` does. */
export async function commit<T>(
  database: Database,
  write: (transaction: Transaction) => T,
): Promise<T> {
  const transaction = database.begin();
  const result = write(transaction);
  await database.commit(transaction);
  return result;
}

/** @returns the documents of a scan, without their system fields */
export function fieldsOf(
  transaction: Transaction,
  table: string,
  index = "by_creation_time",
  range: KeyRange = WHOLE_RANGE,
  order: "asc" | "desc" = "asc",
): Record<string, Value>[] {
  return [...transaction.scan("", table, index, range, order)].map((row) => {
    const { _id, _creationTime, ...fields } = row.document.value;
    return fields;
  });
}

/** Lets everything happen that waits for nothing but its turn. */
export function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
