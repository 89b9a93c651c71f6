import { endOf, type Entry } from "#convex/content/shared/schedule";
import { formatMoment } from "../../../lib/time/format-time";
import type { Drafted } from "./content-section";

/** Calendars read the schedule again after half a day or later. */
const SOON_MS = 24 * 60 * 60 * 1000;

type Fields = Omit<Entry, "_id">;

/** The announcement of a change that people would otherwise notice too late; null if it can wait or tells nothing. */
export function newsOf(
  before: Fields,
  after: Fields,
  nowMs: number,
): Drafted | null {
  const isSoon = [before, after].some(
    (entry) => endOf(entry) > nowMs && entry.startsAt < nowMs + SOON_MS,
  );
  if (!isSoon) return null;
  if (after.isCancelled) {
    return before.isCancelled
      ? null
      : {
          title: `Cancelled: ${after.title}`,
          body: `${after.title}, planned for ${whenAndWhere(before)}, does not take place.`,
        };
  }
  const was = whenAndWhere(before);
  const is = whenAndWhere(after);
  if (before.isCancelled)
    return {
      title: `Back: ${after.title}`,
      body: `${after.title} takes place after all: ${is}.`,
    };
  if (was === is) return null;
  return {
    title: `Changed: ${after.title}`,
    body: `${after.title} is now: ${is}. Before, it was: ${was}.`,
  };
}

function whenAndWhere({ startsAt, endsAt, place }: Fields): string {
  const until = endsAt === undefined ? "" : ` to ${formatMoment(endsAt)}`;
  return `${formatMoment(startsAt)}${until}${place ? `, ${place}` : ""}`;
}
