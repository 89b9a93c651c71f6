/**
 * The schedule as a calendar (RFC 5545). It depends on the rows alone, not on the clock,
 * so that its query is cached: calendars ask for it again and again.
 */
import ical, {
  ICalCalendarMethod,
  ICalEventStatus,
  ICalEventTransparency,
} from "ical-generator";
import { facts } from "#edition/facts";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { INDIA_OFFSET_MS } from "../platform/shared/indianTime";
import { slugOf } from "../platform/shared/text";
import { pageAddress } from "../platform/siteAddress";
import { endOf } from "./shared/schedule";
import { listRows } from "./kinds";

/** How often calendars should ask; those that are read twice a day do not listen. */
const READ_AGAIN_SECONDS = 60 * 60;

/** Returns the whole schedule. */
export async function feed(ctx: QueryCtx): Promise<string> {
  return calendarOf(await listRows(ctx));
}

/** Returns one entry; null if there is none with this id. */
export async function ofOne(ctx: QueryCtx, id: string): Promise<string | null> {
  const known = ctx.db.normalizeId("schedule", id);
  const row = known && (await ctx.db.get("schedule", known));
  return row?.removedAt === undefined ? row && calendarOf([row]) : null;
}

function calendarOf(rows: Doc<"schedule">[]): string {
  const calendar = ical({
    name: facts.edition,
    prodId: { company: facts.edition, product: "Schedule" },
    method: ICalCalendarMethod.PUBLISH,
    ttl: READ_AGAIN_SECONDS,
    url: pageAddress("/schedule"),
  });
  for (const row of rows) calendar.createEvent(eventOf(row));
  return calendar.toString();
}

function eventOf(row: Doc<"schedule">) {
  const { startsAt, endsAt, kind, place, wholeDay, isCancelled = false } = row;
  const isInstant = kind === "deadline" && endsAt === undefined;
  // Whole days are told without a zone; the library takes the day in UTC.
  const start = new Date(wholeDay ? startsAt + INDIA_OFFSET_MS : startsAt);
  const changed = new Date(row.changedAt ?? row._creationTime);
  return {
    id: `${row._id}@${slugOf(facts.name)}`,
    // Some calendars do not read the status.
    summary: isCancelled ? `Cancelled: ${row.title}` : row.title,
    status: isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    start,
    // Without an end it would be a line of no height. A deadline has none.
    end: wholeDay || isInstant ? null : new Date(endOf(row)),
    // What nobody sits through leaves people free.
    transparency:
      wholeDay || kind === "deadline"
        ? ICalEventTransparency.TRANSPARENT
        : ICalEventTransparency.OPAQUE,
    allDay: wholeDay,
    location: place ?? null,
    url: pageAddress("/schedule"),
    sequence: row.revision ?? 0,
    created: new Date(row._creationTime),
    stamp: changed,
    lastModified: changed,
  };
}
