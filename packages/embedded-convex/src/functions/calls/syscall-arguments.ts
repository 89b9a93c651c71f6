import { UserError } from "../../base/errors";
import { isJsonObject } from "../../base/parse-json";
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
  throw new UserError("Invalid arguments: not an object");
}

export const requireText = requirer(
  "a string",
  (value) => typeof value === "string",
);

export const requireNumber = requirer(
  "a number",
  (value) => typeof value === "number",
);

export const requireObject = requirer("an object", isJsonObject);

/** What it returns throws UserError, naming `call`, unless `field` of the arguments is `what`. */
function requirer<Type>(
  what: string,
  isOne: (value: unknown) => value is Type,
) {
  return (args: SyscallArguments, field: string, call: string): Type => {
    const value = args[field];
    if (isOne(value)) return value;
    throw invalidArgument(field, call, `expected ${what}`);
  };
}

export function invalidArgument(
  field: string,
  call: string,
  why: string,
): UserError {
  return new UserError(`Invalid argument \`${field}\` for \`${call}\`: ${why}`);
}
