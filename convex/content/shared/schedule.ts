/**
 * The event's schedule: what organisers enter, for forms and server, the entries, and
 * which of them are on. All times are milliseconds since the epoch.
 */
import type { GenericId } from "convex/values";
import * as z from "zod/mini";
import { startOfIndianDay } from "../../platform/shared/indianTime";
import {
  instant,
  singleLine,
  optionalLine,
  refusing,
} from "../../platform/shared/input";

/** The address of the deployment's clock, among its HTTP actions. */
export const CLOCK_PATH = "/clock";

/** The same of the calendar with the whole schedule. */
export const FEED_PATH = "/schedule.ics";

/** Returns the same of one entry. */
export function entryPath(id: string): string {
  return `/schedule/${id}.ics`;
}

export const ENTRY_KINDS = [
  "stage",
  "meal",
  "mentoring",
  "deadline",
  "other",
] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

export const entrySchema = z
  .object({
    title: singleLine("Title", 120),
    kind: z.enum(ENTRY_KINDS),
    /** For a whole day, its start in India. */
    startsAt: instant("Date"),
    /** If true, the day is shown without a time. */
    wholeDay: z.boolean(),
    /** Never present for a whole day. */
    endsAt: z.optional(instant("End")),
    place: z.optional(optionalLine("Place", 80)),
    /** It stays in the schedule, struck through. */
    isCancelled: z.optional(z.boolean()),
  })
  .check(
    z.overwrite((entry) => ({
      ...entry,
      // The day that 1 January 1970 is in India begins before the epoch.
      startsAt: entry.wholeDay
        ? Math.max(0, startOfIndianDay(entry.startsAt))
        : entry.startsAt,
      // Named even if it is undefined, so that an edit removes it.
      endsAt: entry.wholeDay ? undefined : entry.endsAt,
      place: entry.place || undefined,
      isCancelled: entry.isCancelled || undefined,
    })),
    z.refine(
      ({ startsAt, endsAt }) => endsAt === undefined || startsAt < endsAt,
      { ...refusing("ends_before_it_starts", {}), path: ["endsAt"] },
    ),
  );

/** Organisers alone get those that are removed, as long as they can be put back. */
export type Entry = {
  _id: GenericId<"schedule">;
  removedAt?: number;
} & z.output<typeof entrySchema>;

const DAY_MS = 24 * 60 * 60 * 1000;

/** How long an entry without an end counts as on; a deadline is over at once. */
const WITHOUT_END_MS = 30 * 60 * 1000;

/** Returns when an entry is over. */
export function endOf({
  startsAt,
  endsAt,
  wholeDay,
  kind,
}: Pick<Entry, "startsAt" | "endsAt" | "wholeDay" | "kind">): number {
  if (wholeDay) return startsAt + DAY_MS;
  return endsAt ?? startsAt + (kind === "deadline" ? 0 : WITHOUT_END_MS);
}

/**
 * Returns what is on, and what begins next: everything that begins at the same time.
 * Cancelled entries are neither.
 * @param entries the earliest first
 * @param nowMs the deployment's time
 */
export function nowAndNext<One extends Entry>(
  entries: readonly One[],
  nowMs: number,
): { now: One[]; next: One[] } {
  const standing = entries.filter(({ isCancelled }) => isCancelled !== true);
  const first = standing.find(({ startsAt }) => startsAt > nowMs);
  return {
    now: standing.filter(
      (entry) => entry.startsAt <= nowMs && nowMs < endOf(entry),
    ),
    next: standing.filter(({ startsAt }) => startsAt === first?.startsAt),
  };
}
