import { memo } from "react";
import { shortDuration, indianClock, indianTime } from "../time/format-time";
import { classNames } from "../ui/class-names";
import type { LogEntry } from "./log-entry";
import styles from "./logs.module.css";

/** One call: time, outcome, function, duration and log lines. */
export const LogEntryRow = memo(function LogEntryRow({
  entry,
  onRequest,
}: {
  entry: LogEntry;
  /** Filters the log by a request id. */
  onRequest: (requestId: string) => void;
}) {
  const { endedAtMs, error, requestId, lines } = entry;
  return (
    <li className={styles.entry}>
      <p className={classNames("number", styles.head)}>
        <time
          className="quiet"
          dateTime={new Date(endedAtMs).toISOString()}
          title={indianTime(endedAtMs)}
        >
          {indianClock(endedAtMs)} <abbr title="India Standard Time">IST</abbr>
        </time>
        <span
          className={classNames(
            "strong",
            styles.outcome,
            error === null ? styles.succeeded : styles.failed,
          )}
        >
          {error === null ? "Succeeded" : "Failed"}
        </span>
        <span className="quiet">{entry.kind}</span>
        <code className={classNames("strong", styles.name)}>
          {entry.component !== null && `${entry.component}/`}
          {entry.name}
        </code>
        <span className="quiet">{shortDuration(entry.durationMs)}</span>
        <button
          type="button"
          className={classNames("code", styles.request)}
          aria-label={`Show the calls of request ${requestId}`}
          onClick={() => onRequest(requestId)}
        >
          {requestId}
        </button>
      </p>
      {error !== null && <pre className={styles.error}>{error}</pre>}
      {lines.length > 0 && (
        <pre className={styles.lines}>
          {lines.map(({ level, text }, i) => (
            <span
              key={i}
              className={classNames(
                level === "ERROR" && styles.failed,
                level === "WARN" && "strong",
              )}
            >
              {`[${level}] ${text}\n`}
            </span>
          ))}
        </pre>
      )}
    </li>
  );
});
