import { ConvexError } from "convex/values";
import type * as z from "zod/mini";
import type { AppErrorData } from "./errors";

/** A checked input: the tidied value, or at most one refusal per field, in the order of the fields. */
export type Checked<T> =
  | { ok: true; value: T }
  | { ok: false; refusals: (AppErrorData & { field: string })[] };

/** Holds an input against a schema of `schemas.ts`; used by forms, and by the server through `checked`. */
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
 * The same for the server.
 * @returns the tidied value
 * @throws the first refusal, with the field it is about
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

/** A value that is absent or not of its type breaks no rule of ours but is missing all the same. */
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
