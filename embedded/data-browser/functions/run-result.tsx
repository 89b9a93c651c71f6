import { duration, indianClock } from "../time/format-time";
import { Notice } from "../ui/notice";
import { printValue } from "../values/print-value";
import styles from "./functions.module.css";
import type { Outcome } from "./run-function";
import type { RunState } from "./use-run";

/** What came of running a function. */
export function RunResult({ state }: { state: RunState }) {
  const { outcome, failure } = state;
  if (failure !== null) return <Notice tone="hot">{failure}</Notice>;
  return outcome === null ? null : <Answer outcome={outcome} />;
}

/**
 * How it stands, in a word or two. It changes only with what a person wants to
 * hear, not with every new result of a query.
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
        {duration(durationMs)}, at {indianClock(endedAtMs)} IST
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
