/**
 * What every input is made of, for forms and server: kinds of text, and the check of a
 * whole input. Every rule fails with a refusal of the catalogue. The page loads this
 * module too, hence zod/mini, which is a quarter of zod's size. client-build.ts knows the
 * names of the builders, so that no page loads a schema that it does not use.
 */
import { ConvexError, v } from "convex/values";
import * as z from "zod/mini";
import {
  refusal,
  type AppErrorData,
  type ErrorCode,
  type ErrorParams,
} from "./errors";
import { hasHidden, isEmail, tidyEmail } from "./pasted";
import { isBlank, tidyLine, tidyText } from "./text";

/**
 * How many times its limit a text may be long as it was typed. Normalising makes
 * four units one at most. Longer texts are refused before anything else is done
 * with them.
 */
export const MAX_RAW_FACTOR = 4;

export const MAX_NAME_LENGTH = 80;
const MAX_EMAIL_LENGTH = 254;

/** The last instant that a `Date` can hold, in milliseconds since the epoch. */
const LAST_INSTANT_MS = 8.64e15;

/**
 * Makes a rule fail with this refusal. Zod still runs the rules after it, so that a
 * form shows all its errors at once; `check` keeps the first refusal of each
 * field.
 */
export function refusing<Code extends ErrorCode>(
  code: Code,
  params: ErrorParams<Code>,
) {
  const { message, ...rest } = refusal(code, params);
  return { error: message, params: rest };
}

export function atMost(label: string, maxLength: number) {
  return z.refine<string>(
    (text) => text.length <= maxLength,
    refusing("too_long", { label, maxLength }),
  );
}

export type Refusing = ReturnType<typeof refusing>;

/**
 * A string with at least one visible character, unchanged. Its length as typed is
 * measured before anything else is done with it, and a longer one is not looked at.
 */
export function entered(
  label: string,
  maxLength: number,
  tooLong: Refusing = refusing("too_long", { label, maxLength }),
) {
  const missing = refusing("required", { label });
  return measured(maxLength, tooLong, missing).check(
    z.refine((text) => !isBlank(text), missing),
  );
}

/** A string that may be empty, with its length as typed measured first. */
export function measured(
  maxLength: number,
  tooLong: Refusing,
  missing?: Refusing,
) {
  return z.string(missing?.error).check(
    z.refine((text) => text.length <= maxLength * MAX_RAW_FACTOR, {
      ...tooLong,
      abort: true,
    }),
  );
}

/** A required single line, normalised. */
export function singleLine(label: string, maxLength: number, tidy = tidyLine) {
  return oneLine(entered(label, maxLength), label, maxLength, tidy);
}

/** A single line that may be empty, normalised. */
export function optionalLine(
  label: string,
  maxLength: number,
  tidy = tidyLine,
) {
  return oneLine(anyText(label, maxLength), label, maxLength, tidy);
}

function oneLine(
  text: z.ZodMiniString<string>,
  label: string,
  maxLength: number,
  tidy: (text: string) => string,
) {
  return text.check(
    z.overwrite(tidy),
    atMost(label, maxLength),
    z.refine((line) => !hasHidden(line), refusing("hidden_text", { label })),
  );
}

function anyText(label: string, maxLength: number) {
  return measured(maxLength, refusing("too_long", { label, maxLength }));
}

/** A required longer text, normalised. */
export function longText(label: string, maxLength: number) {
  return entered(label, maxLength).check(
    z.overwrite(tidyText),
    atMost(label, maxLength),
  );
}

/** A longer text that may be empty, normalised. */
export function optionalLongText(label: string, maxLength: number) {
  return anyText(label, maxLength).check(
    z.overwrite(tidyText),
    atMost(label, maxLength),
  );
}

export const name = singleLine("Name", MAX_NAME_LENGTH);

/** An address in the spelling under which it is stored, or refused with `invalid`. */
export function address(invalid: Refusing) {
  return entered("Email", MAX_EMAIL_LENGTH, invalid).check(
    z.overwrite(tidyEmail),
    z.refine((text) => text.length <= MAX_EMAIL_LENGTH, {
      ...invalid,
      abort: true,
    }),
  );
}

const invalidEmail = refusing("invalid_email", {});

export const email = address(invalidEmail).check(
  z.refine(isEmail, invalidEmail),
);

/** A required instant that a `Date` can hold. A form gives NaN for an incomplete date. */
export function instant(label: string) {
  const missing = refusing("required", { label });
  return z
    .number(missing.error)
    .check(z.refine((ms) => ms >= 0 && ms <= LAST_INSTANT_MS, missing));
}

/** Returns the validator of one of these strings. */
export function literals<Name extends string>(...names: Name[]) {
  return v.union(...names.map((name) => v.literal(name)));
}

/**
 * The result of a check: the normalised value, or at most one refusal per
 * field, in the order of the fields.
 */
type Checked<T> =
  | { ok: true; value: T }
  | { ok: false; refusals: (AppErrorData & { field: string })[] };

/**
 * Checks an input against a schema. Forms use it directly, the
 * server through `checked`.
 */
export function check<Schema extends z.ZodMiniType>(
  schema: Schema,
  input: unknown,
): Checked<z.output<Schema>> {
  const result = schema.safeParse(input);
  if (result.success) return { ok: true, value: result.data };
  const byField = new Map<string, AppErrorData & { field: string }>();
  for (const issue of result.error.issues) {
    const field = issue.path.join(".");
    if (!byField.has(field)) byField.set(field, asRefusal(issue, field));
  }
  return { ok: false, refusals: [...byField.values()] };
}

/**
 * Does the same as `check`, for the server.
 * @returns the normalised value
 * @throws the first refusal, with its field
 */
export function checked<Schema extends z.ZodMiniType>(
  schema: Schema,
  input: unknown,
): z.output<Schema> {
  const result = check(schema, input);
  if (result.ok) return result.value;
  const [first] = result.refusals;
  if (first === undefined) throw new Error("a schema failed without an issue");
  throw new ConvexError(first);
}

/**
 * Turns an issue into a refusal. A value of the wrong type has no code of ours
 * and counts as missing.
 */
function asRefusal(issue: z.core.$ZodIssue, field: string) {
  const data: { code: AppErrorData["code"] } =
    issue.code === "custom" && isCoded(issue.params)
      ? issue.params
      : { code: "required" };
  return { ...data, message: issue.message, field };
}

function isCoded(
  params: Record<string, unknown> | undefined,
): params is { code: AppErrorData["code"] } {
  return params !== undefined && "code" in params;
}
