import { UserError } from "../../base/errors";
import type { Transaction } from "../../transaction/transaction";
import { parseId, whyNoId, type Id } from "../../values/ids";
import { SCHEDULED_FUNCTIONS } from "../app/function-tables";
import {
  invalidArgument,
  requireText,
  type SyscallArguments,
} from "../calls/syscall-arguments";

export function invalidId(text: string, call: string): UserError {
  return invalidArgument("id", call, `Unable to decode ID: ${whyNoId(text)}`);
}

/** @throws UserError when user code names another table than the id's */
export function requireTable(
  args: SyscallArguments,
  actual: string,
  call: string,
): void {
  if (args.table === undefined) return;
  const table = requireText(args, "table", call);
  if (table === actual) return;
  throw invalidArgument(
    "id",
    call,
    `expected to be an Id<"${table}">, got Id<"${actual}"> instead.`,
  );
}

/**
 * @returns the id of the job that `args` name
 * @throws UserError when it is not the id of a scheduled function
 */
export function requireJobId(
  transaction: Transaction,
  component: string,
  args: SyscallArguments,
): Id {
  const text = requireText(args, "id", "db.cancel_job");
  const id = parseId(text);
  if (id === null) throw invalidId(text, "db.cancel_job");
  const table = transaction.tableOfId(component, id);
  if (table?.name === SCHEDULED_FUNCTIONS) return id;
  throw new UserError(
    "Invalid scheduled function ID. The ID must be an ID on the '_scheduled_functions' table.",
  );
}
