import type { Entry } from "#convex/shared/schedule";
import { splitByDay, useToday } from "../../lib/days";
import {
  formatMonthFirst,
  formatIsoDay,
  formatTime,
} from "../../lib/format-date";
import type { Live } from "../../lib/use-live";
import { classNames } from "../../ui/class-names";
import { Skeleton } from "../../ui/skeleton";
import { LiveList } from "./live-list";
import styles from "./side-list.module.css";

export function Upcoming({ live }: { live: Live<readonly Entry[]> }) {
  return (
    <section className="stack gap-5" aria-labelledby="upcoming">
      <h2 id="upcoming">Upcoming events</h2>
      <LiveList
        live={live}
        skeleton={<Skeleton height="calc(3 * (var(--space-6) + 1lh))" />}
        failure="Failed to load the schedule"
        empty="Nothing is planned at the moment."
      >
        {(entries) => <EntryLists entries={entries} />}
      </LiveList>
    </section>
  );
}

/** Past entries are grey and below the coming ones. */
function EntryLists({ entries }: { entries: readonly Entry[] }) {
  const { toCome, over } = splitByDay(entries, useToday());
  return (
    <>
      {toCome.length > 0 && <EntryList entries={toCome} />}
      {over.length > 0 && (
        <div className={`stack gap-3 ${styles.past}`}>
          <h3>Past</h3>
          <EntryList entries={over} />
        </div>
      )}
    </>
  );
}

function EntryList({ entries }: { entries: readonly Entry[] }) {
  return (
    <ul className={styles.list}>
      {entries.map((entry) => (
        <li key={entry._id}>
          <EntryLine entry={entry} />
        </li>
      ))}
    </ul>
  );
}

type Shown = Omit<Entry, "_id">;

/** Title, place and time. */
export function EntryLine({
  entry,
  isOver = false,
}: {
  entry: Shown;
  isOver?: boolean;
}) {
  const { title, place, isCancelled = false } = entry;
  return (
    <p className={classNames(styles.date, isOver && styles.over)}>
      <span className="min-w-0">
        {isCancelled ? <s>{title}</s> : title}
        {isCancelled && " (cancelled)"}
        {place && <span className={styles.place}> · {place}</span>}
      </span>
      <EntryTime entry={entry} />
    </p>
  );
}

/** When it is: a day, an instant, or from one instant to another. */
function EntryTime({
  entry: { startsAt, endsAt, wholeDay },
}: {
  entry: Shown;
}) {
  if (Number.isNaN(startsAt)) return <time>Date</time>;
  if (wholeDay)
    return (
      <time dateTime={formatIsoDay(startsAt)}>
        {formatMonthFirst(startsAt)}
      </time>
    );
  return (
    <time dateTime={new Date(startsAt).toISOString()}>
      {formatMonthFirst(startsAt, true)}
      {endsAt !== undefined &&
        !Number.isNaN(endsAt) &&
        ` to ${untilOf(startsAt, endsAt)}`}
    </time>
  );
}

/** The end: its time, with the day if that is another one. */
function untilOf(startsAt: number, endsAt: number): string {
  return formatIsoDay(startsAt) === formatIsoDay(endsAt)
    ? formatTime(endsAt)
    : formatMonthFirst(endsAt, true);
}
