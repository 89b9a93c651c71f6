import { shortDuration, indianClock } from "../time/format-time";
import { Notice } from "../ui/notice";
import { printValue } from "../values/print-value";
import styles from "./functions.module.css";
import type { Outcome } from "./run-function";
import type { RunState } from "./use-run";

/** The result of a run: a value or an error, with its log lines. */
export function RunResult({ state }: { state: RunState }) {
  const { outcome, failure } = state;
  if (failure !== null) return <Notice tone="hot">{failure}</Notice>;
  return outcome === null ? null : <Answer outcome={outcome} />;
}

/**
 * The status as a live region. Its text does not change with each new result of
 * a live query, so screen readers stay quiet.
 */
export function RunStatus({ state }: { state: RunState }) {
  const { outcome, isRunning, isLive } = state;
  return (
    <output className={styles.status}>
      {isRunning && "Running…"}
      {!isRunning && outcome !== null && statusOf(outcome)}
      {!isRunning && outcome !== null && isLive && " · live"}
    </output>
  );
}

function Answer({ outcome }: { outcome: Outcome }) {
  const { result, errorData, logLines, durationMs, endedAtMs } = outcome;
  return (
    <section className={styles.result} aria-labelledby="result">
      <h3 id="result">{result.ok ? "Result" : "Error"}</h3>
      <p className={styles.quiet}>
        {shortDuration(durationMs)}, at {indianClock(endedAtMs)} IST
      </p>
      <pre className={result.ok ? styles.value : styles.error}>
        {result.ok ? printValue(result.value, 2) : result.message}
      </pre>
      {errorData !== undefined && (
        <>
          <h3>Data of the error</h3>
          <pre className={styles.value}>{printValue(errorData, 2)}</pre>
        </>
      )}
      {logLines.length > 0 && (
        <>
          <h3>Log</h3>
          <pre className={styles.value}>{logLines.join("\n")}</pre>
        </>
      )}
    </section>
  );
}

function statusOf({ result }: Outcome): string {
  return result.ok ? "Succeeded" : "Failed";
}
