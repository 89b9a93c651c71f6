import type { Value } from "convex/values";
import type { Document } from "../index/document";
import type { Transaction } from "../transaction/transaction";

/** @returns the documents of a component's system table, oldest first */
export function systemRows(
  transaction: Transaction,
  table: string,
  component = "",
): Document[] {
  const index = "by_creation_time";
  const rows = transaction.scan(component, table, index);
  return [...rows].map(({ document }) => document);
}

export function replaceSystemRows(
  transaction: Transaction,
  table: string,
  rows: readonly Record<string, Value>[],
): void {
  const options = { system: true };
  for (const { id } of systemRows(transaction, table)) {
    transaction.remove("", id, options);
  }
  for (const row of rows) transaction.insert("", table, row, options);
}
