import type { Value } from "convex/values";
import fc from "fast-check";

const INT64 = { min: -(2n ** 63n), max: 2n ** 63n - 1n };

/** Field names that Convex accepts. */
const fieldName = fc
  .string({ minLength: 1, maxLength: 8 })
  .filter((name) => /^[ -~]+$/.test(name) && !name.startsWith("$"));

const leaf: fc.Arbitrary<Value> = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  fc.double(),
  fc.constantFrom(-0, NaN, Infinity, -Infinity, 5e-324, 1e21),
  fc.bigInt(INT64),
  fc.string({ unit: "binary" }),
  fc.string({ unit: "grapheme" }),
  fc.uint8Array().map((bytes) => new Uint8Array(bytes).buffer),
);

/** Any value that a document's field can hold. */
export const anyValue: fc.Arbitrary<Value> = fc.letrec<{ value: Value }>(
  (tie) => ({
    value: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      leaf,
      fc.array(tie("value"), { maxLength: 4 }),
      fc.dictionary(fieldName, tie("value"), { maxKeys: 4 }),
    ),
  }),
).value;
