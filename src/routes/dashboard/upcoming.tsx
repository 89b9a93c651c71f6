import { endOf, nowAndNext, type Entry } from "#convex/shared/schedule";
import { useDeploymentTime } from "../../features/clock/deployment-clock";
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

/** How many of the coming entries are shown. */
const SHOWN = 3;

export function Upcoming({
  live,
  isLive,
}: {
  live: Live<readonly Entry[]>;
  /** Whether the event is on: then an entry is past once it is over, not only the day after. */
  isLive: boolean;
}) {
  const Lists = isLive ? ListsByTime : ListsByDay;
  return (
    <section className="stack gap-3" aria-labelledby="upcoming">
      <h2 id="upcoming">Upcoming events</h2>
      <LiveList
        live={live}
        skeleton={<Skeleton height="calc(3 * (var(--space-6) + 1lh))" />}
        failure="Failed to load the schedule"
        empty="Nothing is planned at the moment."
      >
        {(entries) => <Lists entries={entries} />}
      </LiveList>
    </section>
  );
}

function ListsByDay({ entries }: { entries: readonly Entry[] }) {
  const today = useToday();
  return <EntryLists {...splitByDay(entries, today)} today={today} />;
}

/** What is on and what comes next is beside the clock already. */
function ListsByTime({ entries }: { entries: readonly Entry[] }) {
  const time = useDeploymentTime() ?? 0;
  const { now, next } = nowAndNext(entries, time);
  const said = new Set([...now, ...next]);
  return (
    <EntryLists
      toCome={entries.filter((one) => endOf(one) > time && !said.has(one))}
      over={entries.filter((one) => endOf(one) <= time)}
      today={formatIsoDay(time)}
    />
  );
}

/** Past entries are folded away below the coming ones. */
function EntryLists({
  toCome,
  over,
  today,
}: {
  toCome: readonly Entry[];
  over: readonly Entry[];
  today: string | undefined;
}) {
  return (
    <>
      {toCome.length > 0 && (
        <EntryList entries={toCome.slice(0, SHOWN)} today={today} />
      )}
      {over.length > 0 && (
        <details className={styles.past}>
          <summary className={styles.summary}>Past ({over.length})</summary>
          <EntryList entries={over} today={today} />
        </details>
      )}
    </>
  );
}

function EntryList({
  entries,
  today,
}: {
  entries: readonly Entry[];
  today: string | undefined;
}) {
  return (
    <ul className={styles.list}>
      {entries.map((entry) => (
        <li key={entry._id}>
          <EntryLine entry={entry} today={today} />
        </li>
      ))}
    </ul>
  );
}

type Shown = Omit<Entry, "_id">;

/**
 * Title, place and time.
 * @param today "2025-06-28": what begins on it is told without the day, other entries without their end
 */
export function EntryLine({
  entry,
  isOver = false,
  today,
}: {
  entry: Shown;
  isOver?: boolean;
  today?: string | undefined;
}) {
  const { title, place, isCancelled = false } = entry;
  return (
    <p className={classNames(styles.date, isOver && styles.over)}>
      <span className="min-w-0">
        {isCancelled ? <s>{title}</s> : title}
        {isCancelled && " (cancelled)"}
        {place && <span className={styles.place}> · {place}</span>}
      </span>
      <EntryTime entry={entry} today={today} />
    </p>
  );
}

/** When it is: a day, an instant, or from one instant to another. */
function EntryTime({
  entry: { startsAt, endsAt, wholeDay },
  today,
}: {
  entry: Shown;
  today: string | undefined;
}) {
  if (Number.isNaN(startsAt)) return <time>Date</time>;
  if (wholeDay)
    return (
      <time dateTime={formatIsoDay(startsAt)}>
        {formatMonthFirst(startsAt)}
      </time>
    );
  const begins =
    formatIsoDay(startsAt) === today
      ? formatTime(startsAt)
      : formatMonthFirst(startsAt, true);
  const isEndTold = today === undefined || begins === formatTime(startsAt);
  return (
    <time dateTime={new Date(startsAt).toISOString()}>
      {begins}
      {isEndTold &&
        endsAt !== undefined &&
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
