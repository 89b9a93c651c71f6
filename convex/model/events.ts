/** Reads `events`, which organisers write in the data browser. */
import type { QueryCtx } from "../_generated/server";
import { LAST_INSTANT_MS } from "../shared/limits";
import type { UpcomingEvent } from "../shared/validators";

const MAX_EVENTS = 100;

/** Returns the dates for the dashboard, the earliest first. */
export async function list(ctx: QueryCtx): Promise<UpcomingEvent[]> {
  const events = await ctx.db
    .query("events")
    .withIndex("by_starts_at", (q) =>
      q.gte("startsAt", 0).lte("startsAt", LAST_INSTANT_MS),
    )
    .take(MAX_EVENTS);
  return events.map(({ _id, title, startsAt, wholeDay }) => ({
    _id,
    title,
    startsAt,
    wholeDay,
  }));
}
