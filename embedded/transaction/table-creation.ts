import { formatIndexKey, type IndexKey } from "../index/index-key";
import type { SystemTableSchema } from "../index/schema";
import { defineTable, isSystemTable } from "../index/table-definition";
import type { Catalog } from "./catalog";
import {
  FIRST_SYSTEM_NUMBER,
  FIRST_USER_NUMBER,
  fixedTables,
  TABLES_TABLE,
} from "./system-tables";
import type { Transaction } from "./transaction";

/** @returns the index that a change of a component's list of tables touches */
export function tablesIndexKey(component: string): IndexKey {
  return formatIndexKey(component, TABLES_TABLE, "by_id");
}

/**
 * Adds a table, with its own number or the next free one, to a component that lacks it. The
 * caller has read the list of tables, so of two transactions that take the same
 * number one conflicts.
 *
 * @returns its slot
 */
export function createTable(
  transaction: Transaction,
  component: string,
  name: string,
  schema: SystemTableSchema | null,
): number {
  const { workspace } = transaction;
  if (workspace.catalog.slotOfName(component, TABLES_TABLE) === undefined) {
    for (const fixed of fixedTables(component)) workspace.addTable(fixed);
    const slot = workspace.catalog.slotOfName(component, name);
    if (slot !== undefined) return slot;
  }
  const number = numberFor(workspace.catalog, component, name, schema?.number);
  const entry = { name, number };
  transaction.insert(component, TABLES_TABLE, entry, { system: true });
  return workspace.addTable(defineTable(component, name, number, schema));
}

function numberFor(
  catalog: Catalog,
  component: string,
  name: string,
  preferred: number | undefined,
): number {
  if (preferred !== undefined) {
    const isFree = catalog.slotOfNumber(component, preferred) === undefined;
    if (isFree) return preferred;
  }
  const isSystem = isSystemTable(name);
  let next = isSystem ? FIRST_SYSTEM_NUMBER : FIRST_USER_NUMBER;
  for (const number of catalog.numbersOf(component)) {
    if (number < FIRST_USER_NUMBER !== isSystem) continue;
    next = Math.max(next, number + 1);
  }
  return next;
}
