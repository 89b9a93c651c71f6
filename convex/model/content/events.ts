/**
 * Writes `events`. Besides this module, only firstContent.ts and organisers in the
 * data browser do.
 */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { changesBetween } from "../../shared/changes";
import { refuse } from "../../shared/errors";
import { startOfIndianDay } from "../../shared/indianTime";
import { LAST_INSTANT_MS } from "../../shared/limits";
import type { UpcomingEvent } from "../../shared/validators";
import * as AuditLog from "../platform/auditLog";

type Fields = Omit<UpcomingEvent, "_id">;

const MAX_EVENTS = 100;

/** Returns the dates for the dashboard, the earliest first. */
export async function list(ctx: QueryCtx): Promise<UpcomingEvent[]> {
  const events = await ctx.db
    .query("events")
    .withIndex("by_starts_at", (q) =>
      q.gte("startsAt", 0).lte("startsAt", LAST_INSTANT_MS),
    )
    .take(MAX_EVENTS);
  return events.map((event) => ({ _id: event._id, ...fieldsOf(event) }));
}

/** Adds a date and returns its id. */
export async function add(
  ctx: MutationCtx,
  organiser: Doc<"users">,
  draft: Fields,
): Promise<Id<"events">> {
  const fields = settled(draft);
  const eventId = await ctx.db.insert("events", fields);
  await AuditLog.record(ctx, organiser, {
    action: "date added",
    target: fields.title,
    before: null,
    after: fields,
  });
  return eventId;
}

/** Replaces all fields of a date. @throws `not_found` */
export async function edit(
  ctx: MutationCtx,
  organiser: Doc<"users">,
  { eventId, draft }: { eventId: Id<"events">; draft: Fields },
): Promise<void> {
  const event = await getEvent(ctx, eventId);
  const fields = settled(draft);
  const changes = changesBetween(fieldsOf(event), fields);
  if (changes === null) return;
  await ctx.db.patch("events", eventId, fields);
  await AuditLog.record(ctx, organiser, {
    action: "date edited",
    target: event.title,
    ...changes,
  });
}

/** Deletes a date. @throws `not_found` */
export async function remove(
  ctx: MutationCtx,
  organiser: Doc<"users">,
  eventId: Id<"events">,
): Promise<void> {
  const event = await getEvent(ctx, eventId);
  await ctx.db.delete("events", eventId);
  await AuditLog.record(ctx, organiser, {
    action: "date removed",
    target: event.title,
    before: fieldsOf(event),
    after: null,
  });
}

async function getEvent(
  ctx: QueryCtx,
  eventId: Id<"events">,
): Promise<Doc<"events">> {
  const event = await ctx.db.get("events", eventId);
  return event ?? refuse("not_found", { label: "This date" });
}

/** A whole day is kept as its start in India. */
function settled({ title, startsAt, wholeDay }: Fields): Fields {
  // The day that 1 January 1970 is in India begins before the epoch.
  const day = Math.max(0, startOfIndianDay(startsAt));
  return { title, startsAt: wholeDay ? day : startsAt, wholeDay };
}

function fieldsOf({ title, startsAt, wholeDay }: Fields): Fields {
  return { title, startsAt, wholeDay };
}
