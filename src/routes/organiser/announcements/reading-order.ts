import { useEffect, useState } from "react";
import type { Announcement } from "#convex/shared/validators";
import { startLongTimer } from "../../../lib/long-timer";

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

/** The current time, updated only when one of these instants passes. */
function useClock(instants: readonly number[]): number {
  const [now, setNow] = useState(() => Date.now());
  const next = Math.min(...instants.filter((instant) => instant > now));
  useEffect(() => {
    if (!Number.isFinite(next)) return;
    // Timers may fire slightly early.
    return startLongTimer(Math.max(0, next - Date.now()) + 1, () =>
      setNow(Math.max(next, Date.now())),
    );
  }, [next]);
  return now;
}
