import { UserError } from "../base/errors";
import type { SystemMutationContext } from "../functions/runner/system-functions";

/** @throws UserError when the component has no table of that name */
export function requireTable(
  { transaction, component }: SystemMutationContext,
  table: string,
): void {
  if (transaction.table(component, table) !== null) return;
  throw new UserError("TableNotFound", `There is no table "${table}"`);
}
