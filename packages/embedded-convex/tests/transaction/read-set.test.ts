import fc from "fast-check";
import { expect, test } from "vitest";
import { ReadSet } from "../../src/transaction/read-set";
import { encodeKey, isInRange, type KeyRange } from "../../src/values/keys";

const INDEX = "/players/by_score";
const keyOf = (n: number) => encodeKey([n]);
const number = fc.nat({ max: 20 });
const range: fc.Arbitrary<KeyRange> = fc
  .tuple(number, fc.option(number))
  .map(([lo, hi]) => ({ lo: keyOf(lo), hi: hi === null ? null : keyOf(hi) }));

const touching = (index: string, ...numbers: number[]) => ({
  touched: new Map([[index, numbers.map(keyOf)]]),
});
const wasRead = (reads: ReadSet, n: number) =>
  reads.conflictWith([touching(INDEX, n)]) !== null;

/** Few ranges, and as many as are searched in another way. */
const ranges = fc.array(range, { maxLength: 30 });

test("holds what any of its parts holds, and tells it as ranges", () => {
  fc.assert(
    fc.property(ranges, fc.array(number), (all, points) => {
      const reads = new ReadSet();
      for (const each of all) reads.add(INDEX, each);
      for (const point of points) reads.addKey(INDEX, keyOf(point));
      const entries = [...reads.entries()];
      for (let n = 0; n <= 20; n++) {
        const key = keyOf(n);
        const isRead =
          points.includes(n) || all.some((each) => isInRange(each, key));
        expect(wasRead(reads, n)).toBe(isRead);
        expect(entries.some(([, each]) => isInRange(each, key))).toBe(isRead);
      }
    }),
  );
});

test("names the table of a conflict", () => {
  const reads = new ReadSet();
  reads.addKey(INDEX, keyOf(1));
  expect(reads.conflictWith([touching(INDEX, 2)])).toBeNull();
  expect(reads.conflictWith([touching("/players/by_id", 1)])).toBeNull();
  expect(reads.conflictWith([touching(INDEX, 2), touching(INDEX, 3, 1)])).toBe(
    "players",
  );
});

test("an interval may grow after it was added", () => {
  const reads = new ReadSet();
  const interval = { lo: keyOf(1), hi: keyOf(1), includesHi: true };
  reads.addInterval(INDEX, interval);
  expect(wasRead(reads, 3)).toBe(false);
  interval.hi = keyOf(3);
  expect(wasRead(reads, 3)).toBe(true);
  expect(wasRead(reads, 4)).toBe(false);
});

test("ranges that overlap or meet count as one", () => {
  const reads = new ReadSet();
  for (const [lo, hi] of [
    [1, 3],
    [2, 4],
    [4, 6],
    [7, 8],
  ] as const)
    reads.add(INDEX, { lo: keyOf(lo), hi: keyOf(hi) });
  expect(reads.countIntervals()).toBe(2);
});
