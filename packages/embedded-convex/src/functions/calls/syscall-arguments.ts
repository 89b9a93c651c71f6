import type { JSONValue } from "convex/values";
import { UserError } from "../../base/errors";
import { refuseLoneSurrogates } from "../../values/value-limits";

/** Parsed arguments of a syscall, not validated yet. */
export type SyscallArguments = Readonly<Record<string, unknown>>;

const QUERY_ID = '{"queryId":';

/**
 * Parses the JSON text of a syscall's arguments.
 *
 * @throws UserError when they are not an object
 */
export function parseSyscallArguments(text: string): SyscallArguments {
  // Fast path: queries fetch every row through this, and JSON.parse takes five
  // times as long.
  if (text.startsWith(QUERY_ID)) {
    return { queryId: Number(text.slice(QUERY_ID.length, -1)) };
  }
  refuseLoneSurrogates(text);
  const parsed: unknown = JSON.parse(text);
  if (typeof parsed === "object" && parsed !== null) {
    return parsed as SyscallArguments;
  }
  throw new UserError("InvalidArgument", "Invalid arguments: not an object");
}

/** @throws UserError, naming `call`, unless `field` is a string */
export function requireText(
  args: SyscallArguments,
  field: string,
  call: string,
): string {
  const value = args[field];
  if (typeof value === "string") return value;
  throw invalidArgument(field, call, `expected a string`);
}

/** @throws UserError, naming `call`, unless `field` is a number */
export function requireNumber(
  args: SyscallArguments,
  field: string,
  call: string,
): number {
  const value = args[field];
  if (typeof value === "number") return value;
  throw invalidArgument(field, call, `expected a number`);
}

/** @throws UserError, naming `call`, unless `field` is an object */
export function requireObject(
  args: SyscallArguments,
  field: string,
  call: string,
): Record<string, JSONValue> {
  const value = args[field];
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    return value as Record<string, JSONValue>;
  }
  throw invalidArgument(field, call, `expected an object`);
}

/** @returns the error for an invalid argument `field` of `call` */
export function invalidArgument(
  field: string,
  call: string,
  why: string,
): UserError {
  return new UserError(
    "InvalidArgument",
    `Invalid argument \`${field}\` for \`${call}\`: ${why}`,
  );
}
