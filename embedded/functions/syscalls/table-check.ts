import type { Id } from "../../values/ids";
import {
  invalidArgument,
  requireText,
  type SyscallArguments,
} from "../syscall-arguments";

/** Refuses an id of another table than the one that user code names. */
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
