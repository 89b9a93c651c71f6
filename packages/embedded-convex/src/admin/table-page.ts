import type { JSONValue } from "convex/values";
import * as z from "zod";
import { scanRows } from "../functions/reading/database-query";
import { afterKey, type Key, type KeyRange, MIN_KEY } from "../values/keys";
import type { SystemQuery } from "../functions/runner/system-functions";
import { requireTable } from "./require-table";

const MAX_PAGE_ROWS = 8192;
const MAX_PAGE_BYTES = 8 * 1024 * 1024;
const INDEX = "by_creation_time";

const argsSchema = z.object({
  table: z.string(),
  order: z.enum(["asc", "desc"]).default("desc"),
  paginationOpts: z.object({
    cursor: z.string().nullable(),
    numItems: z.number().int().positive(),
  }),
});

/**
 * Returns a page of a table's documents in the order of creation. The cursor is
 * the last row's key, unencrypted: only administrators get one.
 */
export const tablePage: SystemQuery = (context, args) => {
  const { transaction, component } = context;
  const { table, order, paginationOpts } = argsSchema.parse(args);
  requireTable(context, table);
  const { cursor, numItems } = paginationOpts;
  const range = rangeAfter(cursor, order);
  const limit = Math.min(numItems, MAX_PAGE_ROWS);
  const page: JSONValue[] = [];
  let bytes = 0;
  let last: Key = MIN_KEY;
  const scan = { table, index: INDEX, range, order };
  for (const row of scanRows(transaction, component, scan)) {
    page.push(row.document.json());
    last = row.key;
    bytes += row.document.text.length;
    if (page.length >= limit || bytes > MAX_PAGE_BYTES) {
      const continueCursor = Buffer.from(last, "latin1").toString("base64url");
      return { page, isDone: false, continueCursor };
    }
  }
  return { page, isDone: true, continueCursor: "" };
};

function rangeAfter(cursor: string | null, order: "asc" | "desc"): KeyRange {
  if (cursor === null || cursor === "") return { lo: MIN_KEY, hi: null };
  const key = Buffer.from(cursor, "base64url").toString("latin1") as Key;
  return order === "asc"
    ? { lo: afterKey(key), hi: null }
    : { lo: MIN_KEY, hi: key };
}
