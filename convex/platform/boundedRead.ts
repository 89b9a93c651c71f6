/**
 * Reads with a bound. Convex fails a query that reads more than 32,000 documents or
 * 16 MiB, or returns an array of more than 8,192. With a bound, an organiser sees a part
 * of a large table instead of an error, and no one asks for more than a page may hold.
 */
import { getConvexSize, type Value } from "convex/values";
import { refuse } from "./shared/errors";
import { MAX_LISTED } from "./shared/lists";

/**
 * Three such reads, and the reads that identify the caller, use half of what a query
 * may read: a query may compute for no more than a second.
 */
export const READ_LIMIT = { rows: 5_000, bytes: 2.25 * 2 ** 20 };

/** The first rows, and whether these are all rows. */
export type BoundedRead<Row> = { rows: Row[]; isComplete: boolean };

/**
 * Reads until the rows end or the next one would exceed the limit. `bytes` are
 * counted as Convex counts them.
 */
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

/**
 * Requires a number of rows that a page may ask for. If it were rounded instead, strangers
 * could subscribe to one list thousands of times, and each change would run it as often.
 * @throws `out_of_range`
 */
export function requireListSize(limit: number): void {
  if (Number.isInteger(limit) && limit >= 1 && limit <= MAX_LISTED) return;
  refuse("out_of_range", { label: "The limit", max: MAX_LISTED });
}

/**
 * Requires a text that a page may search for, for the same reason.
 * @throws `too_long`
 */
export function requireSearchable(text: string, maxLength: number): void {
  if (text.length > maxLength)
    refuse("too_long", { label: "The search", maxLength });
}

/**
 * Returns the first rows of a list for participants, and whether there are more.
 * @param read returns that many rows, in order
 */
export async function readFirst<Row>(
  limit: number,
  read: (count: number) => Promise<Row[]>,
): Promise<{ rows: Row[]; hasMore: boolean }> {
  requireListSize(limit);
  const rows = await read(limit + 1);
  return { rows: rows.slice(0, limit), hasMore: rows.length > limit };
}
