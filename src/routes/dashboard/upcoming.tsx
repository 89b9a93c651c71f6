import { Link } from "react-router-dom";
import { endOf, nowAndNext, type Entry } from "#convex/content/shared/schedule";
import { event } from "../../content/event";
import { useDeploymentMinute } from "../../features/clock/deployment-clock";
import { EntryLine } from "../../features/schedule/entry-line";
import { formatIsoDay } from "../../lib/time/format-time";
import type { Live } from "../../lib/connection/use-live";
import { paths } from "../../paths";
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
  /** Whether the event is on: then what is on and what comes next is beside the clock already. */
  isLive: boolean;
}) {
  return (
    <section className="stack gap-3" aria-labelledby="upcoming">
      <div className="row gap-x-4 items-center justify-between">
        <h2 id="upcoming">Upcoming events</h2>
        <Link to={paths.schedule} className={`target ${styles.link}`}>
          Whole schedule
        </Link>
      </div>
      <LiveList
        live={live}
        skeleton={<Skeleton height="calc(3 * (var(--space-6) + 1lh))" />}
        failure="Failed to load the schedule"
        empty="Nothing is planned at the moment."
      >
        {(entries) => <EntryLists entries={entries} isLive={isLive} />}
      </LiveList>
    </section>
  );
}

/** Past entries are folded away below the coming ones, unless a few of them are all there is. */
function EntryLists({
  entries,
  isLive,
}: {
  entries: readonly Entry[];
  isLive: boolean;
}) {
  const minute = useDeploymentMinute();
  const { now, next } = nowAndNext(entries, minute);
  const said = new Set(isLive ? [...now, ...next] : []);
  const listed = entries.filter((entry) => !isDayOfEvent(entry));
  const over = listed.filter((entry) => endOf(entry) <= minute);
  const toCome = listed
    .filter((entry) => endOf(entry) > minute && !said.has(entry))
    .slice(0, SHOWN);
  const today = formatIsoDay(minute);
  return (
    <>
      {toCome.length > 0 && <EntryList entries={toCome} today={today} />}
      {over.length > 0 && (
        <details open={over.length === listed.length && over.length <= SHOWN}>
          <summary className="strong">{`Past (${over.length})`}</summary>
          <EntryList entries={over} today={today} isOver />
        </details>
      )}
    </>
  );
}

/** Whether it stands for a whole day of the event, which the progress above names. */
function isDayOfEvent({ startsAt, wholeDay }: Entry): boolean {
  const [from, to] = [Date.parse(event.firstDay), Date.parse(event.lastDay)];
  return wholeDay && startsAt >= from && startsAt <= to;
}

function EntryList({
  entries,
  today,
  isOver = false,
}: {
  entries: readonly Entry[];
  today: string;
  isOver?: boolean;
}) {
  return (
    <ul className={styles.list}>
      {entries.map((entry) => (
        <li key={entry._id}>
          <EntryLine entry={entry} today={today} isOver={isOver} />
        </li>
      ))}
    </ul>
  );
}
