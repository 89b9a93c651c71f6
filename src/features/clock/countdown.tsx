import type { Submissions } from "#convex/settings/shared";
import { counted } from "#convex/platform/shared/text";
import { formatMoment } from "../../lib/time/format-time";
import { VisuallyHidden } from "../../ui/visually-hidden";
import { classNames } from "../../ui/class-names";
import styles from "./countdown.module.css";
import { useDeploymentTime } from "./deployment-clock";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** From then on hours are counted; before, days. */
const HOURS_FROM = 100 * HOUR;
export const LAST_CALL = 15 * MINUTE;

/** The time left for handing in projects, by the deployment's clock, and the deadline. */
export function Countdown({ submissions }: { submissions: Submissions }) {
  return <CountdownAt submissions={submissions} now={useDeploymentTime()} />;
}

/** @param now the deployment's time; null until it is known */
export function CountdownAt({
  submissions: { state, opensAt, closesAt },
  now,
}: {
  submissions: Submissions;
  now: number | null;
}) {
  const until = state === "not open" ? opensAt : closesAt;
  const words = wordsOf(state, until);
  const left = now === null || until === null ? null : until - now;
  const isRunning = state !== "closed" && left !== null && left > 0;
  return (
    <div
      className={classNames(
        "row gap-x-3 items-baseline min-w-0",
        state === "open" && isRunning && left < LAST_CALL && styles.late,
      )}
    >
      {isRunning && (
        <p className={styles.digits} aria-hidden="true">
          {shownLeft(left)}
        </p>
      )}
      <p className="soft text-s tight">
        <span>{words}</span>
        {isRunning && (
          <VisuallyHidden>{`, ${roughly(left)} left`}</VisuallyHidden>
        )}
      </p>
    </div>
  );
}

function wordsOf(state: Submissions["state"], until: number | null): string {
  if (until === null)
    return state === "open"
      ? "Submissions are open"
      : state === "closed"
        ? "Submissions are closed"
        : "Submissions are not open yet";
  const when = formatMoment(until);
  if (state === "not open") return `Opens ${when}`;
  return state === "open" ? `until hand-in closes, ${when}` : `Closed ${when}`;
}

/** "35:59:08": hours do not turn into days, because the event is counted in hours. */
export function digitsOf(leftMs: number): string {
  const seconds = Math.ceil(leftMs / SECOND);
  const parts = [
    Math.floor(seconds / 3_600),
    Math.floor(seconds / 60) % 60,
    seconds % 60,
  ];
  return parts.map((part) => String(part).padStart(2, "0")).join(":");
}

/** As a clock shows what is left. */
export function shownLeft(leftMs: number): string {
  return leftMs < HOURS_FROM ? digitsOf(leftMs) : roughly(leftMs);
}

/** For screen readers: otherwise they would read every second. */
export function roughly(leftMs: number): string {
  if (leftMs >= 4 * DAY) return `${Math.floor(leftMs / DAY)} days`;
  if (leftMs >= HOUR) return counted(Math.floor(leftMs / HOUR), "hour");
  return counted(Math.ceil(leftMs / MINUTE), "minute");
}
