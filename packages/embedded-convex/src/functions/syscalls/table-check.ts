import { UserError } from "../../base/errors";
import type { Transaction } from "../../transaction/transaction";
import { parseId, type Id } from "../../values/ids";
import { SCHEDULED_FUNCTIONS } from "../definitions/function-tables";
import {
  invalidArgument,
  requireText,
  type SyscallArguments,
} from "../calls/syscall-arguments";

/** @returns the refusal of a text that is not an id; it may be a secret */
export function invalidId(
  text: string,
  { hidesValues }: Transaction,
  call: string,
): UserError {
  const which = hidesValues ? "" : ` "${text}"`;
  return invalidArgument("id", call, `Unable to decode ID: Invalid ID${which}`);
}

/** @throws UserError when user code names another table than the id's */
export function requireTable(
  args: SyscallArguments,
  actual: string,
  id: Id,
  call: string,
): void {
  if (args.table === undefined) return;
  const table = requireText(args, "table", call);
  if (table === actual) return;
  throw invalidArgument(
    "id",
    call,
    `expected to be an Id<"${table}">, got Id<"${actual}"> instead (${id}).`,
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
  if (id === null) throw invalidId(text, transaction, "db.cancel_job");
  const table = transaction.tableOfId(component, id);
  if (table?.name === SCHEDULED_FUNCTIONS) return id;
  throw new UserError(
    "InvalidArgument",
    "Invalid scheduled function ID. The ID must be an ID on the '_scheduled_functions' table.",
  );
}
