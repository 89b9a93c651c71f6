import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { Announcement } from "#convex/shared/validators";
import { AnnouncementEntry } from "../../features/announcements/announcement-entry";
import type { Live } from "../../lib/use-live";
import { Button } from "../../ui/button";
import { Skeleton } from "../../ui/skeleton";
import styles from "./announcements.module.css";
import { LiveList } from "./live-list";

/** How many are shown before "Show all"; new arrivals are always shown. */
const SHOWN_AT_FIRST = 6;

/** In the deployment's order: pinned first, then newest first. */
export function Announcements({
  live,
  newIds,
}: {
  live: Live<readonly Announcement[]>;
  newIds: ReadonlySet<string>;
}) {
  return (
    <section className={styles.section} aria-labelledby="announcements">
      <h2 id="announcements">Announcements</h2>
      <LiveList
        live={live}
        skeleton={<AnnouncementsSkeleton />}
        failure="Failed to load announcements"
        empty="Nothing has been announced yet. What the organisers announce appears here at once."
      >
        {(announcements) => (
          <AnnouncementList announcements={announcements} newIds={newIds} />
        )}
      </LiveList>
    </section>
  );
}

function AnnouncementList({
  announcements,
  newIds,
}: {
  announcements: readonly Announcement[];
  newIds: ReadonlySet<string>;
}) {
  const list = useRef<HTMLOListElement>(null);
  const [isWhole, setIsWhole] = useState(false);
  const shown = announcements.filter(
    ({ _id }, position) =>
      isWhole || position < SHOWN_AT_FIRST || newIds.has(_id),
  );

  function showAll() {
    const firstAdded = announcements.findIndex((one) => !shown.includes(one));
    flushSync(() => setIsWhole(true));
    // The button disappears: the focus moves to the first added entry.
    list.current?.children[firstAdded]?.querySelector("h3")?.focus();
  }

  return (
    <div className={styles.whole}>
      <ol ref={list}>
        {shown.map((announcement) => (
          <li key={announcement._id}>
            <AnnouncementEntry
              announcement={announcement}
              isNew={newIds.has(announcement._id)}
            />
          </li>
        ))}
      </ol>
      {shown.length < announcements.length && (
        <Button onClick={showAll}>
          Show all {announcements.length} announcements
        </Button>
      )}
    </div>
  );
}

function AnnouncementsSkeleton() {
  return ["first", "second", "third"].map((entry) => (
    <div key={entry} className={styles.pending}>
      <Skeleton width="min(100%, 18rem)" height="var(--text-l)" />
      <Skeleton width="60%" height="var(--display-xs)" />
      <Skeleton height="var(--space-7)" />
    </div>
  ));
}
