import { api } from "#convex/_generated/api";
import type { Settings } from "#convex/settings/shared";
import { formatMoment } from "../../lib/time/format-date";
import { useQuietLive } from "../../lib/connection/use-live";
import { VisuallyHidden } from "../../ui/visually-hidden";
import { digitsOf, HOUR, roughly } from "./countdown";
import { useDeploymentTime } from "./deployment-clock";
import styles from "./match-clock.module.css";

/** From then on hours are counted; before, days. */
const HOURS_FROM = 100 * HOUR;

/** The time to the event's start, then to its end; nothing while no start is set. */
export function MatchClock() {
  const settings = useQuietLive(api.settings.current, {});
  if (settings.status !== "success") return null;
  const { startsAt, endsAt } = settings.data;
  return startsAt === undefined ? null : (
    <Running times={{ startsAt, endsAt }} />
  );
}

function Running({ times }: { times: EventTimes }) {
  return <MatchClockAt times={times} now={useDeploymentTime()} />;
}

type EventTimes = { startsAt: number } & Pick<Settings, "endsAt">;

/** @param now the deployment's time; null until it is known */
export function MatchClockAt({
  times: { startsAt, endsAt },
  now,
}: {
  times: EventTimes;
  now: number | null;
}) {
  if (now !== null && now >= (endsAt ?? startsAt)) {
    return (
      <p className="soft">
        {endsAt === undefined
          ? `Started ${formatMoment(startsAt)}`
          : `Ended ${formatMoment(endsAt)}`}
      </p>
    );
  }
  const isBefore = now === null || now < startsAt;
  const until = isBefore ? startsAt : (endsAt ?? startsAt);
  const left = now === null ? null : until - now;
  return (
    <div className="grid gap-2" role="timer" aria-live="off">
      <p className={`tabular ${styles.digits}`} aria-hidden="true">
        {left === null
          ? "--:--:--"
          : left < HOURS_FROM
            ? digitsOf(left)
            : roughly(left)}
      </p>
      <p className="soft text-s tight">
        {left !== null && <VisuallyHidden>{roughly(left)} </VisuallyHidden>}
        {isBefore ? "to the start," : "left, until"} {formatMoment(until)}
      </p>
    </div>
  );
}
