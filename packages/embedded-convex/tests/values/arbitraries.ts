import fc from "fast-check";
import type { Value } from "convex/values";

const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });

const float64 = fc.oneof(
  fc.double(),
  fc.constantFrom(0, -0, NaN, Infinity, -Infinity, 1, -1, 5e-324),
);

/** Few characters, so that prefixes and near misses come up often. */
export const text = fc.oneof(
  fc.string({ unit: fc.constantFrom("a", "b", "\0", "\x01", "\xff") }),
  fc.string({
    unit: fc.constantFrom("é", "\uffff", "\u{1f600}", "z", "\ud800"),
  }),
  fc.string(),
);

const bytes = fc
  .uint8Array({ maxLength: 4 })
  .map((array) => new Uint8Array(array).buffer);

const fieldName = fc.constantFrom("a", "b", "ab", "B", "a b", "x1");

/** Any Convex value, nested up to three levels. */
export const value: fc.Arbitrary<Value> = fc.letrec<{ value: Value }>(
  (tie) => ({
    value: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      fc.constantFrom<Value>(null, true, false, 0n, 0, ""),
      int64,
      float64,
      text,
      bytes,
      fc.array(tie("value"), { maxLength: 3 }),
      fc.dictionary(fieldName, tie("value"), {
        maxKeys: 3,
        noNullPrototype: true,
      }),
    ),
  }),
).value;

/** Whatever an index field may hold: every value, or undefined for a missing field. */
export const indexed: fc.Arbitrary<Value | undefined> = fc.option(value, {
  nil: undefined,
});
