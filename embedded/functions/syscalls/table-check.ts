import type { Id } from "../../values/ids";
import { invalidArgument, type SyscallArguments } from "../syscall-arguments";

/** Refuses an id of another table than the one that user code names. */
export function requireTable(
  args: SyscallArguments,
  actual: string,
  id: Id,
  call: string,
): void {
  const { table } = args;
  if (table === undefined || table === actual) return;
  throw invalidArgument(
    "id",
    call,
    `expected to be an Id<"${String(table)}">, got Id<"${actual}"> instead (${id}).`,
  );
}
