import { nowAndNext, type Entry } from "#convex/content/shared/schedule";
import { useDeploymentTime } from "../../features/clock/deployment-clock";
import { MatchClock } from "../../features/clock/match-clock";
import { EntryLine } from "../../features/schedule/entry-line";
import { formatIsoDay } from "../../lib/time/format-time";
import type { Live } from "../../lib/connection/use-live";
import styles from "./now-and-next.module.css";

/** The event's clock, and below it what is on and what comes next; while the event is live. */
export function NowAndNext({ live }: { live: Live<readonly Entry[]> }) {
  return (
    <section className="stack gap-3" aria-label="Now and next">
      <MatchClock />
      {live.status === "success" && <OnAndComing entries={live.data} />}
    </section>
  );
}

function OnAndComing({ entries }: { entries: readonly Entry[] }) {
  const time = useDeploymentTime();
  if (time === null) return null;
  const { now, next } = nowAndNext(entries, time);
  const today = formatIsoDay(time);
  return (
    <dl>
      <Part label="Now" entries={now} today={today} />
      <Part label="Next" entries={next} today={today} />
    </dl>
  );
}

function Part({
  label,
  entries,
  today,
}: {
  label: string;
  entries: readonly Entry[];
  today: string;
}) {
  return (
    entries.length > 0 && (
      <div className={`grid items-baseline ${styles.part}`}>
        <dt className="label quiet">{label}</dt>
        <dd>
          {entries.map((entry) => (
            <EntryLine key={entry._id} entry={entry} today={today} />
          ))}
        </dd>
      </div>
    )
  );
}
