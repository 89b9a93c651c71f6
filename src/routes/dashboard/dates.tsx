import type { EventDate } from "#convex/shared/content";
import { splitByDay, useToday } from "../../lib/days";
import { formatMonthFirst, formatIsoDay } from "../../lib/format-date";
import type { Live } from "../../lib/use-live";
import { Skeleton } from "../../ui/skeleton";
import { LiveList } from "./live-list";
import styles from "./side-list.module.css";

export function Dates({ live }: { live: Live<readonly EventDate[]> }) {
  return (
    <section className="stack gap-5" aria-labelledby="upcoming">
      <h2 id="upcoming">Upcoming events</h2>
      <LiveList
        live={live}
        skeleton={<Skeleton height="calc(3 * (var(--space-6) + 1lh))" />}
        failure="Failed to load the dates"
        empty="There are no dates at the moment."
      >
        {(dates) => <DateLists dates={dates} />}
      </LiveList>
    </section>
  );
}

/** Past dates are grey and below the coming ones. */
function DateLists({ dates }: { dates: readonly EventDate[] }) {
  const { toCome, over } = splitByDay(dates, useToday());
  return (
    <>
      {toCome.length > 0 && <DateList dates={toCome} />}
      {over.length > 0 && (
        <div className={`stack gap-3 ${styles.past}`}>
          <h3>Past</h3>
          <DateList dates={over} />
        </div>
      )}
    </>
  );
}

function DateList({ dates }: { dates: readonly EventDate[] }) {
  return (
    <ul className={styles.list}>
      {dates.map((date) => (
        <li key={date._id} className={styles.date}>
          <span className="min-w-0">{date.title}</span>
          <DateTime date={date} />
        </li>
      ))}
    </ul>
  );
}

/** When it is: a day, or an instant. */
export function DateTime({
  date: { startsAt, wholeDay },
}: {
  date: Pick<EventDate, "startsAt" | "wholeDay">;
}) {
  return wholeDay ? (
    <time dateTime={formatIsoDay(startsAt)}>{formatMonthFirst(startsAt)}</time>
  ) : (
    <time dateTime={new Date(startsAt).toISOString()}>
      {formatMonthFirst(startsAt, true)}
    </time>
  );
}
