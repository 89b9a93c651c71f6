import { compareValues, jsonToConvex, type Value } from "convex/values";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  afterKey,
  afterPrefix,
  encodeKey,
  isInRange,
  MIN_KEY,
} from "../../src/values/keys";
import { indexed } from "./arbitraries";

type Tuple = (Value | undefined)[];

/** What tuples of index fields must sort by. */
function compareTuples(a: Tuple, b: Tuple): number {
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    const order = compareValues(a[i], b[i]);
    if (order !== 0) return Math.sign(order);
  }
  return Math.sign(a.length - b.length);
}

function compareKeys(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

const tuple = fc.array(indexed, { maxLength: 3 });

/** Two tuples that often share a beginning. */
const tuples = fc.oneof(
  fc.tuple(tuple, tuple),
  fc.tuple(tuple, tuple, tuple).map(([head, a, b]): [Tuple, Tuple] => [
    [...head, ...a],
    [...head, ...b],
  ]),
);

test("keys sort as compareValues sorts the values", () => {
  fc.assert(
    fc.property(tuples, ([a, b]) => {
      expect(compareKeys(encodeKey(a), encodeKey(b))).toBe(compareTuples(a, b));
    }),
    { numRuns: 5000 },
  );
});

test("keys hold one byte per code unit", () => {
  fc.assert(
    fc.property(tuple, (values) => {
      expect(encodeKey(values)).toMatch(/^[\0-\xff]*$/);
    }),
  );
});

test.each<[string, Tuple]>([
  ["types", [undefined, null, 0n, 0, false, "", new ArrayBuffer(0), [], {}]],
  ["int64", [-(2n ** 63n), -256n, -1n, 0n, 1n, 255n, 256n, 2n ** 63n - 1n]],
  [
    "float64",
    [-Infinity, -1.5, -5e-324, -0, 0, 5e-324, 1, 2 ** 53, Infinity, NaN],
  ],
  ["int64 before float64", [5n, 4]],
  ["booleans", [false, true]],
  [
    "strings by UTF-8, unlike UTF-16",
    ["", "\0", "\0\0", "\0a", "a", "a\0", "aa", "é", "\uffff", "\u{1f600}"],
  ],
  [
    "bytes",
    [[], [0], [0, 0], [0, 1], [1], [255], [255, 0]].map(
      (bytes) => new Uint8Array(bytes).buffer,
    ),
  ],
  ["arrays", [[], [null], [null, null], [1n], [[]], [[], 1], [{}]]],
  ["objects", [{}, { a: 1 }, { a: 1, b: 1 }, { a: 2 }, { ab: 0 }, { b: null }]],
])("keys rise in the order of %s", (_, values) => {
  const keys = values.map((value) => encodeKey([value]));
  expect(keys).toEqual([...keys].sort(compareKeys));
  expect(new Set(keys).size).toBe(values.length);
});

test("keys put an unresolved commit timestamp after every int64", () => {
  const unresolved = encodeKey([jsonToConvex({ $commitTs: null })]);
  expect(unresolved > encodeKey([2n ** 63n - 2n])).toBe(true);
  expect(unresolved < encodeKey([-Infinity])).toBe(true);
});

test("keys grow beyond the first buffer", () => {
  const long = "x".repeat(100_000);
  expect(encodeKey([long])).toHaveLength(100_002);
});

test("afterPrefix ends exactly the tuples that begin with the values", () => {
  fc.assert(
    fc.property(tuple, tuple, tuple, (prefix, rest, other) => {
      const lo = encodeKey(prefix);
      const range = { lo, hi: afterPrefix(lo) };
      expect(isInRange(range, encodeKey([...prefix, ...rest]))).toBe(true);
      expect(isInRange(range, encodeKey(other))).toBe(
        beginsWith(other, prefix),
      );
    }),
  );
});

test("afterPrefix leaves out longer strings with an inner zero", () => {
  const lo = encodeKey(["a"]);
  const range = { lo, hi: afterPrefix(lo) };
  expect(isInRange(range, encodeKey(["a", 1]))).toBe(true);
  expect(isInRange(range, encodeKey(["a\0"]))).toBe(false);
  expect(isInRange(range, encodeKey(["a\0b", 1]))).toBe(false);
});

test("afterPrefix of the empty prefix is above every key", () => {
  expect(afterPrefix(MIN_KEY) > encodeKey([{ z: {} }])).toBe(true);
});

test("afterKey leaves room for no key in between", () => {
  fc.assert(
    fc.property(tuple, tuple, (a, b) => {
      const key = encodeKey(a);
      const other = encodeKey(b);
      expect(other < afterKey(key)).toBe(other <= key);
    }),
  );
});

function beginsWith(
  values: readonly (Value | undefined)[],
  prefix: readonly (Value | undefined)[],
): boolean {
  return (
    values.length >= prefix.length &&
    prefix.every((value, i) => compareValues(value, values[i]) === 0)
  );
}
