import type { Announcement } from "../../../../convex/shared/validators";

/**
 * What is still to come, the next one first; and what is out, as participants read it: the pinned ones on top, then the
 * newest.
 * @param now milliseconds since the epoch
 */
export function inReadingOrder(
  announcements: readonly Announcement[],
  now: number,
): { scheduled: Announcement[]; published: Announcement[] } {
  return {
    scheduled: announcements
      .filter(({ publishAt }) => publishAt > now)
      .toSorted((one, other) => one.publishAt - other.publishAt),
    published: announcements
      .filter(({ publishAt }) => publishAt <= now)
      .toSorted(
        (one, other) =>
          Number(other.pinned) - Number(one.pinned) ||
          other.publishAt - one.publishAt,
      ),
  };
}
