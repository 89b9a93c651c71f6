import { memo } from "react";
import { shortDuration, indianClock, indianTime } from "../time/format-time";
import { classNames } from "../ui/class-names";
import styles from "./logs.module.css";
import type { LogEntry } from "./log-filter";

/** One call: time, outcome, function, duration and log lines. */
export const LogEntryRow = memo(function LogEntryRow({
  entry,
  onRequest,
}: {
  entry: LogEntry;
  /** Filters the log by a request id. */
  onRequest: (requestId: string) => void;
}) {
  const { componentPath, error, requestId, logLines } = entry;
  const endedAtMs = entry.timestamp * 1000;
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
        <span className="quiet">{entry.udfType}</span>
        <code className={classNames("strong", styles.name)}>
          {componentPath !== null && `${componentPath}/`}
          {entry.identifier}
        </code>
        <span className="quiet">
          {shortDuration(entry.executionTime * 1000)}
        </span>
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
      {logLines.length > 0 && (
        <pre className={styles.lines}>
          {logLines.map(({ level, messages }, i) => (
            <span
              key={i}
              className={classNames(
                level === "ERROR" && styles.failed,
                level === "WARN" && "strong",
              )}
            >
              {`[${level}] ${messages.join(" ")}\n`}
            </span>
          ))}
        </pre>
      )}
    </li>
  );
});
