import { indianTime, zonedLocalTime, relativeTime } from "./format-time";
import { classNames } from "../ui/class-names";
import styles from "./moment.module.css";

/** A time in India's and in the user's time zone, and relative to `nowMs`. */
export function Moment({
  timeMs,
  nowMs,
}: {
  timeMs: number;
  nowMs?: number | undefined;
}) {
  const local = zonedLocalTime(timeMs);
  return (
    <time
      className={classNames("number", styles.moment)}
      dateTime={new Date(timeMs).toISOString()}
    >
      <span>{indianTime(timeMs)}</span>
      {local !== null && <span className="quiet">{local}</span>}
      {nowMs !== undefined && (
        <span className="quiet">({relativeTime(timeMs, nowMs)})</span>
      )}
    </time>
  );
}
