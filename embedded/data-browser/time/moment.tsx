import { indianTime, localTime, relativeTime } from "./format-time";
import styles from "./moment.module.css";

/** A moment in India's time and in the reader's, and how far away it is. */
export function Moment({
  timeMs,
  nowMs,
}: {
  timeMs: number;
  nowMs?: number | undefined;
}) {
  const local = localTime(timeMs);
  return (
    <time className={styles.moment} dateTime={new Date(timeMs).toISOString()}>
      <span>{indianTime(timeMs)}</span>
      {local !== null && <span className={styles.quiet}>{local}</span>}
      {nowMs !== undefined && (
        <span className={styles.quiet}>({relativeTime(timeMs, nowMs)})</span>
      )}
    </time>
  );
}
