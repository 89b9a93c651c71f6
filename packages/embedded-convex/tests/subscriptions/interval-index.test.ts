import fc from "fast-check";
import { expect, test } from "vitest";
import { IntervalIndex } from "../../src/subscriptions/interval-index";
import { IntervalTree } from "../../src/subscriptions/interval-tree";
import { ReadSet } from "../../src/transaction/read-set";
import {
  afterPrefix,
  encodeKey,
  isInRange,
  type Key,
  type KeyRange,
} from "../../src/values/keys";

const keyOf = (text: string) => encodeKey([text]);
const range = (lo: string, hi: string | null): KeyRange => ({
  lo: keyOf(lo),
  hi: hi === null ? null : keyOf(hi),
});
const stabbed = <T>(tree: IntervalTree<T>, key: Key) => {
  const found: T[] = [];
  tree.stab(key, (value) => found.push(value));
  return found;
};

const arbitraryKey = fc
  .array(fc.integer({ min: 0, max: 6 }), { maxLength: 3 })
  .map((numbers) => encodeKey(numbers));
const arbitraryRange = fc.oneof(
  fc
    .tuple(arbitraryKey, fc.option(arbitraryKey))
    .map(([lo, hi]): KeyRange => ({ lo, hi })),
  arbitraryKey.map((key): KeyRange => ({ lo: key, hi: afterPrefix(key) })),
);
const arbitraryStep = fc.record({
  isRemoval: fc.boolean(),
  range: arbitraryRange,
  value: fc.integer({ min: 0, max: 4 }),
});

const byValue = (a: number, b: number) => a - b;

test("any sequence of changes finds what a scan of all intervals finds", () => {
  fc.assert(
    fc.property(
      fc.array(arbitraryStep, { maxLength: 120 }),
      fc.array(arbitraryKey, { minLength: 1, maxLength: 20 }),
      (steps, keys) => {
        const tree = new IntervalTree<number>();
        const model = new Map<string, { range: KeyRange; value: number }>();
        for (const step of steps) {
          const name = JSON.stringify([step.range, step.value]);
          if (step.isRemoval) {
            tree.remove(step.range, step.value);
            model.delete(name);
          } else {
            tree.add(step.range, step.value);
            model.set(name, step);
          }
        }
        for (const key of keys) {
          const expected = [...model.values()]
            .filter((entry) => isInRange(entry.range, key))
            .map(({ value }) => value);
          expect(stabbed(tree, key).toSorted(byValue)).toEqual(
            expected.toSorted(byValue),
          );
        }
      },
    ),
    { numRuns: 300 },
  );
});

test("finding one of many intervals looks at few of them", () => {
  const tree = new IntervalTree<number>();
  const count = 4_000;
  for (let i = 0; i < count; i++) {
    const key = encodeKey([i]);
    tree.add({ lo: key, hi: afterPrefix(key) }, i);
  }
  let comparisons = 0;
  for (let i = 0; i < count; i++) {
    const key = encodeKey([i, "row"]);
    /** A key that counts how often it is compared. */
    const counting = { toString: () => (comparisons++, key) };
    expect(stabbed(tree, counting as unknown as typeof key)).toEqual([i]);
  }
  // A scan makes 4,000 comparisons for each key, a balanced tree about 50.
  expect(comparisons / count).toBeLessThan(200);
});

test("an index tells apart tables, and forgets what is removed", () => {
  const teams = "/teams/by_id";
  const users = "/users/by_id";
  const reads = new ReadSet();
  reads.add(teams, range("a", "c"));
  reads.addKey(users, keyOf("x"));
  const index = new IntervalIndex<string>();
  index.add(reads, "query");
  const touched = (name: string, key: string) => [
    ...index.touchedBy(new Map([[name, [keyOf(key)]]])),
  ];
  expect(touched(teams, "b")).toEqual(["query"]);
  expect(touched(users, "b")).toEqual([]);
  expect(touched(users, "x")).toEqual(["query"]);
  index.remove(reads, "query");
  expect(touched(teams, "b")).toEqual([]);
});
