import type { Announcement } from "#convex/shared/validators";
import { useClock } from "../editing/use-clock";

type Ordered = { scheduled: Announcement[]; published: Announcement[] };

/** `inReadingOrder` at the current time; updates when a scheduled announcement is published. */
export function useReadingOrder(
  announcements: readonly Announcement[],
): Ordered {
  const now = useClock(announcements.map(({ publishAt }) => publishAt));
  return inReadingOrder(announcements, now);
}

/** Scheduled announcements, the next one first; published ones as participants see them: pinned first, then newest. */
export function inReadingOrder(
  announcements: readonly Announcement[],
  now: number,
): Ordered {
  return {
    scheduled: announcements
      .filter(({ publishAt }) => publishAt > now)
      .sort((one, other) => one.publishAt - other.publishAt),
    published: announcements
      .filter(({ publishAt }) => publishAt <= now)
      .sort(
        (one, other) =>
          Number(other.pinned) - Number(one.pinned) ||
          other.publishAt - one.publishAt,
      ),
  };
}
