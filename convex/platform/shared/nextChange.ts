import { v, type Infer } from "convex/values";

/**
 * When the next row of a list comes out: the instant, and the milliseconds
 * until then by the deployment's clock. Null: none is scheduled.
 */
export const nextChangeValidator = v.nullable(
  v.object({ at: v.number(), inMs: v.number() }),
);
export type NextChange = Infer<typeof nextChangeValidator>;

/** Returns when an answer stops being true: the first of these instants after now. */
export function nextChange(
  instants: readonly (number | null)[],
  nowMs: number,
): NextChange {
  const coming = instants.filter((at) => at !== null && at > nowMs);
  if (coming.length === 0) return null;
  const at = Math.min(...(coming as number[]));
  return { at, inMs: at - nowMs };
}
