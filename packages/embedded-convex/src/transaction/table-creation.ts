import type { Value } from "convex/values";
import { formatIndexKey, type IndexKey } from "../index/index-key";
import type { SystemTableSchema } from "../index/schema";
import { defineTable, isSystemTable } from "../index/table-definition";
import type { Catalog } from "./catalog";
import {
  FIRST_SYSTEM_NUMBER,
  FIRST_USER_NUMBER,
  fixedTables,
  TABLES_TABLE,
} from "./fixed-tables";
import type { Workspace } from "./workspace";

/** The part of Transaction that is needed to add tables. */
type TableWriter = {
  readonly workspace: Workspace;
  insert(
    component: string,
    table: string,
    fields: Record<string, Value>,
    options: { system: boolean },
  ): unknown;
};

/** @returns the index that a change of a component's list of tables touches */
export function tablesIndexKey(component: string): IndexKey {
  return formatIndexKey(component, TABLES_TABLE, "by_id");
}

/**
 * Adds a table to a component, with its preferred number or the next free one.
 * The caller must have added the list of tables to the read set, so that one of
 * two transactions that take the same number conflicts.
 *
 * @returns the table's slot
 */
export function createTable(
  transaction: TableWriter,
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
