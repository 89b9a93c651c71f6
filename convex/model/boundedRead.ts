/**
 * Reading a whole table with a bound. Convex refuses a query that reads more
 * than 16,384 documents or 8 MiB and one that returns a list of more than 8,192;
 * beyond the bound, an organiser is told less instead of nothing.
 */
import { getConvexSize, type Value } from "convex/values";

/** Three such reads, and the look at who is asking, fit into one query. */
export const READ_LIMIT = { rows: 5_000, bytes: 2.25 * 2 ** 20 };

/** The first rows, and whether they are all. */
export type BoundedRead<Row> = { rows: Row[]; isComplete: boolean };

/** Reads until there are no more rows or the limit would be passed. `bytes`: as Convex counts them. */
export async function readBounded<Row extends Record<string, Value>>(
  source: AsyncIterable<Row>,
  limit = READ_LIMIT,
): Promise<BoundedRead<Row>> {
  const rows: Row[] = [];
  let bytes = 0;
  for await (const row of source) {
    bytes += getConvexSize(row);
    if (rows.length === limit.rows || bytes > limit.bytes)
      return { rows, isComplete: false };
    rows.push(row);
  }
  return { rows, isComplete: true };
}
