import { UserError } from "../base/errors";
import type { SystemMutationContext } from "../functions/dispatch/system-functions";
import { READABLE_SYSTEM_TABLES } from "../transaction/transaction";

/** @throws UserError when the component has no table of that name */
export function requireTable(
  { transaction, component }: SystemMutationContext,
  table: string,
): void {
  const isThere = transaction.table(component, table) !== null;
  // Those of the backend are made when the first document is written.
  if (isThere || READABLE_SYSTEM_TABLES.has(table)) return;
  throw new UserError(`There is no table "${table}"`);
}
