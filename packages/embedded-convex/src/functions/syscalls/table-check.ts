import type { UserError } from "../../base/errors";
import type { Transaction } from "../../transaction/transaction";
import type { Id } from "../../values/ids";
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
