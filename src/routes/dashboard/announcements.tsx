import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useLocation } from "react-router-dom";
import type { Announcement } from "#convex/content/shared/content";
import type { Phase } from "#convex/settings/shared";
import { AnnouncementEntry } from "../../features/announcements/announcement-entry";
import { onSeen as onSight } from "../../lib/on-seen";
import type { Live } from "../../lib/connection/use-live";
import { Button } from "../../ui/button";
import { Skeleton } from "../../ui/skeleton";
import styles from "./announcements.module.css";
import { LiveList } from "./live-list";

/** How many are shown before "Show all", beside lines and new pins: the page stays within three screens of a phone. */
const atFirst = { open: 3, closed: 3, live: 2, over: 1 };
const hasBegun = (phase: Phase) => phase === "live" || phase === "over";

/**
 * New ones come first, pinned or not; otherwise in the deployment's order: pinned first, then newest first. Once the event
 * has begun, the newest that is not pinned stands first, and a pin that was seen is a line: it may be days old.
 */
export function Announcements({
  live,
  phase,
  newIds,
  onSeen,
}: {
  live: Live<readonly Announcement[]>;
  phase: Phase;
  newIds: ReadonlySet<string>;
  /** Called with the id of a new one that has come into sight. */
  onSeen: (id: string) => void;
}) {
  const heading = useFocusWhenLedTo();
  return (
    <section
      className="stack gap-3 content-start min-w-0"
      aria-labelledby="announcements"
    >
      <h2 ref={heading} id="announcements" tabIndex={-1}>
        Announcements
      </h2>
      <LiveList
        live={live}
        skeleton={<AnnouncementsSkeleton />}
        failure="Failed to load announcements"
        empty="Nothing has been announced yet. What the organisers announce appears here at once."
      >
        {(announcements) => (
          <AnnouncementList
            announcements={inOrder(announcements, newIds, phase)}
            phase={phase}
            newIds={newIds}
            onSeen={onSeen}
          />
        )}
      </LiveList>
    </section>
  );
}

/** Takes the focus when a link on the page leads here; the router only scrolls. */
function useFocusWhenLedTo() {
  const ref = useRef<HTMLHeadingElement>(null);
  const { hash, key } = useLocation();
  useEffect(() => {
    if (hash === `#${ref.current?.id}`) {
      ref.current?.focus({ preventScroll: true });
    }
  }, [hash, key]);
  return ref;
}

function inOrder(
  announcements: readonly Announcement[],
  newIds: ReadonlySet<string>,
  phase: Phase,
): Announcement[] {
  const newest = announcements.find(({ pinned }) => !pinned);
  const rankOf = (one: Announcement) =>
    hasBegun(phase) && one === newest
      ? 0
      : (hasBegun(phase) && !one.pinned ? 3 : 1) +
        (newIds.has(one._id) ? 0 : 1);
  return [...announcements].sort((a, b) => rankOf(a) - rankOf(b));
}

function AnnouncementList({
  announcements,
  phase,
  newIds,
  onSeen,
}: {
  announcements: readonly Announcement[];
  phase: Phase;
  newIds: ReadonlySet<string>;
  onSeen: (id: string) => void;
}) {
  const list = useRef<HTMLOListElement>(null);
  const [isWhole, setIsWhole] = useState(false);
  const isLine = ({ _id, pinned }: Announcement) =>
    hasBegun(phase) && pinned && !newIds.has(_id);
  const lines = announcements.filter(isLine).length;
  const pins = announcements.filter(({ pinned }) => pinned).length;
  // Every pin of an event that has begun is in sight, so that the strip leads to none that is not.
  const first = Math.max(
    atFirst[phase] + lines,
    hasBegun(phase) ? 1 + pins : 0,
  );
  const shown = isWhole ? announcements : announcements.slice(0, first);

  function showAll() {
    flushSync(() => setIsWhole(true));
    // The button disappears: the focus moves to the first added entry.
    list.current?.children[first]?.querySelector("h3")?.focus();
  }

  return (
    <div className={`stack gap-4 justify-items-start ${styles.whole}`}>
      <ol ref={list}>
        {shown.map((announcement) =>
          newIds.has(announcement._id) ? (
            <NewEntry
              key={announcement._id}
              announcement={announcement}
              onSeen={onSeen}
            />
          ) : (
            <li key={announcement._id}>
              <AnnouncementEntry
                announcement={announcement}
                isLine={isLine(announcement)}
              />
            </li>
          ),
        )}
      </ol>
      {shown.length < announcements.length && (
        <Button
          onClick={showAll}
        >{`Show all ${announcements.length} announcements`}</Button>
      )}
    </div>
  );
}

function NewEntry({
  announcement,
  onSeen,
}: {
  announcement: Announcement;
  onSeen: (id: string) => void;
}) {
  const ref = useRef<HTMLLIElement>(null);
  const { _id } = announcement;
  useEffect(() => {
    const title = ref.current?.querySelector("h3");
    return title ? onSight(title, () => onSeen(_id)) : undefined;
  }, [_id, onSeen]);
  return (
    <li ref={ref}>
      <AnnouncementEntry announcement={announcement} isNew />
    </li>
  );
}

function AnnouncementsSkeleton() {
  return ["first", "second", "third"].map((entry) => (
    <div key={entry} className={`stack gap-2 ${styles.pending}`}>
      <Skeleton width="min(100%, 18rem)" height="var(--text-l)" />
      <Skeleton width="60%" height="var(--display-xs)" />
      <Skeleton height="var(--space-7)" />
    </div>
  ));
}
