import { useState } from "react";
import type { Announcement } from "#convex/shared/validators";

type Announcements = readonly Announcement[];
type News = {
  /** The ids of announcements that arrived while the page was open. */
  newIds: ReadonlySet<string>;
  /** A sentence for screen readers about the latest arrivals; empty until there are any. */
  sentence: string;
};

const none: News = { newIds: new Set(), sentence: "" };

/** Tracks announcements that arrive while the page is open; edits do not count. `undefined` means still loading. */
export function useAnnouncementNews(
  announcements: Announcements | undefined,
): News {
  const [seen, setSeen] = useState<Announcements>();
  const [known, setKnown] = useState<ReadonlySet<string>>();
  const [news, setNews] = useState(none);
  if (announcements !== undefined && announcements !== seen) {
    setSeen(announcements);
    const ids = announcements.map(({ _id }) => _id);
    setKnown(new Set([...(known ?? []), ...ids]));
    const arrivals = known ? announcements.filter(isUnknown(known)) : [];
    if (arrivals.length > 0) {
      setNews({
        newIds: new Set([...news.newIds, ...arrivals.map(({ _id }) => _id)]),
        sentence: describeArrivals(arrivals),
      });
    }
  }
  return news;
}

function describeArrivals(arrivals: Announcements): string {
  const titles = arrivals.map(({ title }) => title).join(". ");
  return arrivals.length === 1
    ? `New announcement: ${titles}`
    : `${arrivals.length} new announcements: ${titles}`;
}

function isUnknown(known: ReadonlySet<string>) {
  return ({ _id }: Announcement) => !known.has(_id);
}
