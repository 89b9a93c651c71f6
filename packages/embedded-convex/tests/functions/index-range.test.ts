import { compareValues, convexToJson, type Value } from "convex/values";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  toKeyRange,
  type RangeExpression,
} from "../../src/functions/syscalls/index-range";
import { encodeKey, isInRange } from "../../src/values/keys";

const FIELDS = ["a", "b", "c"];

/** Few characters, so that many texts begin like others. */
const text = fc.string({
  unit: fc.constantFrom("x", "\0", "\x01", "\xff"),
  maxLength: 3,
});
const tuple = fc.tuple(text, text, text);

type Range = {
  equal: string[];
  lower: { value: string; type: "Gt" | "Gte" } | null;
  upper: { value: string; type: "Lt" | "Lte" } | null;
};

const range: fc.Arbitrary<Range> = fc.record({
  equal: fc.array(text, { maxLength: 2 }),
  lower: fc.option(
    fc.record({
      value: text,
      type: fc.constantFrom<"Gt" | "Gte">("Gt", "Gte"),
    }),
  ),
  upper: fc.option(
    fc.record({
      value: text,
      type: fc.constantFrom<"Lt" | "Lte">("Lt", "Lte"),
    }),
  ),
});

function expressions({ equal, lower, upper }: Range): RangeExpression[] {
  const bounded = FIELDS[equal.length] ?? "";
  const equalities = equal.map((value, i) => ({
    type: "Eq" as const,
    fieldPath: FIELDS[i] ?? "",
    value: convexToJson(value),
  }));
  const bounds = [lower, upper].flatMap((bound) =>
    bound === null
      ? []
      : [{ ...bound, fieldPath: bounded, value: convexToJson(bound.value) }],
  );
  return [...equalities, ...bounds];
}

function holds({ equal, lower, upper }: Range, values: Value[]): boolean {
  if (equal.some((value, i) => value !== values[i])) return false;
  const value = values[equal.length];
  const fromLower = lower === null ? 1 : compareValues(value, lower.value);
  const fromUpper = upper === null ? -1 : compareValues(value, upper.value);
  return (
    (lower?.type === "Gte" ? fromLower >= 0 : fromLower > 0) &&
    (upper?.type === "Lte" ? fromUpper <= 0 : fromUpper < 0)
  );
}

test("a range holds what its conditions hold for, zeros in texts or not", () => {
  fc.assert(
    fc.property(range, fc.array(tuple), (conditions, tuples) => {
      const keys = toKeyRange(expressions(conditions), FIELDS, "t.by_a");
      for (const values of tuples) {
        const id = "k".repeat(32);
        const isInside = isInRange(keys, encodeKey([...values, id]));
        expect(isInside).toBe(holds(conditions, values));
      }
    }),
    { numRuns: 500 },
  );
});
