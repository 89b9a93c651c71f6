import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import * as z from "zod/mini";
import type { Announcement } from "#convex/content/shared/content";
import { notify } from "../../lib/notify";
import { parsed, readStored, writeStored } from "../../lib/kept/stored";

/** The ids of those that were seen in this browser. */
const SEEN = "announcementsSeen";
const seenSchema = z.array(z.string());

type Announcements = readonly Announcement[];

export type News = {
  /** Announcements that have not been seen in this browser, in the list's order. */
  unseen: Announcements;
  markSeen: (id: string) => void;
};

/**
 * Tracks which announcements are new to this browser. On its first visit these are the newest and what is pinned:
 * other earlier ones are no news to a newcomer.
 * @param announcements undefined while they load
 */
export function useAnnouncementNews(
  announcements: Announcements | undefined,
): News {
  const [seen, setSeen] = useState(storedSeen);
  if (seen === null && announcements !== undefined) {
    const newest = newestOf(announcements);
    const isOld = (it: Announcement) => !it.pinned && it !== newest;
    setSeen(new Set(idsOf(announcements.filter(isOld))));
  }
  useEffect(() => {
    if (seen === null || announcements === undefined) return;
    storeSeen(seen, idsOf(announcements));
  }, [seen, announcements]);
  const markSeen = useCallback(
    (id: string) => setSeen((before) => new Set([...(before ?? []), id])),
    [],
  );
  const unseen = useMemo(
    () => (announcements ?? []).filter(({ _id }) => seen?.has(_id) === false),
    [seen, announcements],
  );
  return { unseen, markSeen };
}

/**
 * Shows a toast for each announcement that arrives while the page is open, not for edits. Screen readers read the
 * toast.
 * @param isQuiet true where the reader publishes announcements and watches them already
 */
export function useArrivalToast(
  announcements: Announcements | undefined,
  isQuiet: boolean,
): void {
  const known = useRef<Set<string>>(undefined);
  useEffect(() => {
    if (announcements === undefined) return;
    const before = known.current;
    known.current = new Set([...(before ?? []), ...idsOf(announcements)]);
    const arrivals = announcements.filter(({ _id }) => !before?.has(_id));
    if (before === undefined || arrivals.length === 0 || isQuiet) return;
    notify.plain(describeArrivals(arrivals));
  }, [announcements, isQuiet]);
}

/** The one that came last; undefined without any. */
export function newestOf(announcements: Announcements) {
  return [...announcements].sort((a, b) => b.publishAt - a.publishAt).at(0);
}

function describeArrivals(arrivals: Announcements): string {
  const titles = arrivals.map(({ title }) => title).join(". ");
  return arrivals.length === 1
    ? `New announcement: ${titles}`
    : `${arrivals.length} new announcements: ${titles}`;
}

function idsOf(announcements: Announcements): string[] {
  return announcements.map(({ _id }) => _id);
}

/** The ids; null if this browser has kept none, or may not. */
function storedSeen(): ReadonlySet<string> | null {
  const ids = parsed(seenSchema, readStored(SEEN));
  return ids === undefined ? null : new Set(ids);
}

/** Adds to the stored ids, which other tabs may have changed, and drops those that are no longer listed. */
function storeSeen(seen: ReadonlySet<string>, listed: readonly string[]): void {
  const stored = storedSeen();
  const kept = listed.filter((id) => seen.has(id) || stored?.has(id));
  writeStored(SEEN, JSON.stringify(kept));
}
