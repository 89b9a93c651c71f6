/**
 * Rows that come out at an instant (`publishAt`), and other answers that depend on the
 * deployment's clock.
 *
 * A live query runs again when a row changes, not when time passes, so an answer that
 * depends on the clock could grow stale unnoticed. Therefore an answer says when it stops
 * being true (`next`), and the page asks again then with another value of the argument
 * `at`, which makes it a new query. `at` decides nothing else: if it were used as the
 * clock, anybody could pass tomorrow's time and read tomorrow's announcements. Pages pass
 * the same values, so that they share results: the minute in which they opened, then the
 * instant of the change, and a value of their own only if the answer to that is from
 * before the change.
 */
import type { QueryCtx } from "../../_generated/server";
import type {
  Announcement,
  EditableResource,
  NextChange,
} from "../../shared/content";
import { LAST_INSTANT_MS } from "../../shared/input";
import { rowOf } from "./content";

type Published = "announcements" | "resources";

/** An upper bound for what organisers publish at one event. */
const MAX_ALL = 200;

/** Returns when an answer stops being true: the first of these instants after now. */
export function nextChange(
  instants: readonly (number | null)[],
  nowMs: number,
): NextChange {
  const coming = instants.filter((at) => at !== null && at > nowMs);
  if (coming.length === 0) return null;
  const at = Math.min(...(coming as number[]));
  return { at, inMs: at - nowMs };
}

/** Returns when the next row comes out. */
export async function nextPublication(
  ctx: QueryCtx,
  table: Published,
  nowMs: number,
): Promise<NextChange> {
  const upcoming = await ctx.db
    .query(table)
    .withIndex("by_publish_at", (q) =>
      q.gt("publishAt", nowMs).lte("publishAt", LAST_INSTANT_MS),
    )
    .first();
  return nextChange([upcoming?.publishAt ?? null], nowMs);
}

/** Returns what is out and what is to come, the latest `publishAt` first. */
export async function listScheduledToo(
  ctx: QueryCtx,
  table: "announcements",
): Promise<Announcement[]>;
export async function listScheduledToo(
  ctx: QueryCtx,
  table: "resources",
): Promise<EditableResource[]>;
export async function listScheduledToo(ctx: QueryCtx, table: Published) {
  const rows = await ctx.db
    .query(table)
    .withIndex("by_publish_at", (q) =>
      q.gte("publishAt", 0).lte("publishAt", LAST_INSTANT_MS),
    )
    .order("desc")
    .take(MAX_ALL);
  return rows.map(rowOf);
}

/** Returns the fields of a new row; one without a time comes out now. */
export function published<Draft extends { publishAt: number | null }>(
  draft: Draft,
): Draft & { publishAt: number } {
  return { ...draft, publishAt: draft.publishAt ?? Date.now() };
}
