import { formatIndexKey, type IndexKey } from "../index/index-key";
import type { TableSchema } from "../index/schema";
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
 * Adds a table, with the next free number, to a component that lacks it. The
 * caller has read the list of tables, so of two transactions that take the same
 * number one conflicts.
 *
 * @returns its slot
 */
export function createTable(
  transaction: Transaction,
  component: string,
  name: string,
  schema: TableSchema | null,
): number {
  const { workspace } = transaction;
  if (workspace.catalog.slotOfName(component, TABLES_TABLE) === undefined) {
    for (const fixed of fixedTables(component)) workspace.addTable(fixed);
    const slot = workspace.catalog.slotOfName(component, name);
    if (slot !== undefined) return slot;
  }
  const number = freeNumber(workspace.catalog, component, isSystemTable(name));
  const entry = { name, number };
  transaction.insert(component, TABLES_TABLE, entry, { system: true });
  return workspace.addTable(defineTable(component, name, number, schema));
}

function freeNumber(
  catalog: Catalog,
  component: string,
  isSystem: boolean,
): number {
  let next = isSystem ? FIRST_SYSTEM_NUMBER : FIRST_USER_NUMBER;
  for (const number of catalog.numbersOf(component)) {
    if (number < FIRST_USER_NUMBER !== isSystem) continue;
    next = Math.max(next, number + 1);
  }
  return next;
}
