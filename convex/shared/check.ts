import { ConvexError } from "convex/values";
import type * as z from "zod/mini";
import type { AppErrorData } from "./errors";

/**
 * The result of a check: the normalised value, or at most one refusal per
 * field, in the order of the fields.
 */
type Checked<T> =
  | { ok: true; value: T }
  | { ok: false; refusals: (AppErrorData & { field: string })[] };

/**
 * Checks an input against a schema of `schemas.ts`. Forms use it directly, the
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
