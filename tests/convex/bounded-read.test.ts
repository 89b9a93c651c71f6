import { getConvexSize } from "convex/values";
import { describe, expect, test } from "vitest";
import { READ_LIMIT, readBounded } from "#convex/model/platform/boundedRead";

/** A source of rows of the same size; `given` counts those that were read. */
function rowsOf(count: number) {
  const source = {
    given: 0,
    async *[Symbol.asyncIterator]() {
      while (source.given < count) yield { place: source.given++ };
    },
  };
  return source;
}

const ROW_BYTES = getConvexSize({ place: 0 });

describe("readBounded", () => {
  test.each([0, 1, 4])(
    "returns all of %i rows within the limit",
    async (count) => {
      const limit = { rows: 4, bytes: 1_000 };
      const { rows, isComplete } = await readBounded(rowsOf(count), limit);
      expect(rows.map(({ place }) => place)).toEqual([...Array(count).keys()]);
      expect(isComplete).toBe(true);
    },
  );

  test("stops at the limit of rows and reports that there are more", async () => {
    const source = rowsOf(1_000);
    const read = await readBounded(source, { rows: 4, bytes: 1_000 });
    expect(read.rows).toHaveLength(4);
    expect(read.isComplete).toBe(false);
    expect(source.given).toBe(5);
  });

  test("stops at the limit of bytes and reports that there are more", async () => {
    const limit = { rows: 100, bytes: 3 * ROW_BYTES };
    expect(await readBounded(rowsOf(3), limit)).toMatchObject({
      isComplete: true,
    });
    const read = await readBounded(rowsOf(4), limit);
    expect(read.rows).toHaveLength(3);
    expect(read.isComplete).toBe(false);
  });
});

test("three bounded reads fit into one query", () => {
  expect(3 * READ_LIMIT.rows).toBeLessThan(16_384 - 100);
  expect(3 * READ_LIMIT.bytes).toBeLessThan(8 * 2 ** 20 - 100_000);
  expect(READ_LIMIT.rows).toBeLessThan(8_192);
});
