import type { UpcomingEvent } from "#convex/shared/validators";
import { splitByDay, useToday } from "../../lib/days";
import { formatMonthFirst, formatIsoDay } from "../../lib/format-date";
import type { Live } from "../../lib/use-live";
import { Skeleton } from "../../ui/skeleton";
import { LiveList } from "./live-list";
import styles from "./side-list.module.css";

export function UpcomingEvents({
  live,
}: {
  live: Live<readonly UpcomingEvent[]>;
}) {
  return (
    <section className={styles.section} aria-labelledby="upcoming">
      <h2 id="upcoming">Upcoming events</h2>
      <LiveList
        live={live}
        skeleton={<Skeleton height="calc(3 * (var(--space-6) + 1lh))" />}
        failure="Failed to load the dates"
        empty="There are no dates at the moment."
      >
        {(events) => <EventLists events={events} />}
      </LiveList>
    </section>
  );
}

/** Past events are grey and below the coming ones. */
function EventLists({ events }: { events: readonly UpcomingEvent[] }) {
  const { toCome, over } = splitByDay(events, useToday());
  return (
    <>
      {toCome.length > 0 && <EventList events={toCome} />}
      {over.length > 0 && (
        <div className={styles.past}>
          <h3>Past</h3>
          <EventList events={over} />
        </div>
      )}
    </>
  );
}

function EventList({ events }: { events: readonly UpcomingEvent[] }) {
  return (
    <ul className={styles.list}>
      {events.map((event) => (
        <li key={event._id} className={styles.event}>
          <span className={styles.title}>{event.title}</span>
          <When event={event} />
        </li>
      ))}
    </ul>
  );
}

function When({ event: { startsAt, wholeDay } }: { event: UpcomingEvent }) {
  return wholeDay ? (
    <time dateTime={formatIsoDay(startsAt)}>{formatMonthFirst(startsAt)}</time>
  ) : (
    <time dateTime={new Date(startsAt).toISOString()}>
      {formatMonthFirst(startsAt, true)}
    </time>
  );
}
