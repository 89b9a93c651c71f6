/** The dates on the dashboard. */
import { v } from "convex/values";
import type { QueryCtx } from "../../_generated/server";
import schema from "../../schema";
import { dateSchema, type EventDate } from "../../shared/content";
import { LAST_INSTANT_MS } from "../../shared/input";
import { contentOf, rowOf } from "./content";

const MAX_DATES = 100;

export const content = contentOf({
  table: "dates",
  noun: "date",
  row: schema.tables.dates.validator.extend({ _id: v.id("dates") }),
  edited: dateSchema,
  added: dateSchema,
  fieldsOf: (draft) => draft,
  listAll,
});

/** Returns the dates, the earliest first. */
async function listAll(ctx: QueryCtx): Promise<EventDate[]> {
  const dates = await ctx.db
    .query("dates")
    .withIndex("by_starts_at", (q) =>
      q.gte("startsAt", 0).lte("startsAt", LAST_INSTANT_MS),
    )
    .take(MAX_DATES);
  return dates.map(rowOf);
}
