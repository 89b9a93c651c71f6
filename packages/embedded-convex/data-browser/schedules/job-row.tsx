import type { ReactNode } from "react";
import type { ScheduledJob } from "../../src/admin/admin-api";
import { Moment } from "../time/moment";
import { classNames } from "../ui/class-names";
import { printValue } from "../values/print-value";
import styles from "./schedules.module.css";

const STATES: Record<ScheduledJob["state"]["kind"], string> = {
  pending: "Pending",
  inProgress: "Running",
  success: "Succeeded",
  failed: "Failed",
  canceled: "Cancelled",
};

/** One scheduled function: name, state, time and arguments. */
export function JobRow({
  job,
  atMs,
  nowMs,
  action,
}: {
  job: ScheduledJob;
  atMs: number;
  nowMs: number;
  action?: ReactNode;
}) {
  const { state, component } = job;
  return (
    <li className={styles.row}>
      <p className={styles.name}>
        <code>{functionName(job.name)}</code>
        {component !== undefined && component !== "" && (
          <span className={styles.quiet}> in {component}</span>
        )}
      </p>
      <p
        className={classNames(
          styles.state,
          state.kind === "failed" && styles.failed,
          state.kind === "success" && styles.succeeded,
        )}
      >
        {STATES[state.kind]}
      </p>
      <p>
        <Moment timeMs={atMs} nowMs={nowMs} />
      </p>
      {action !== undefined && <div className={styles.action}>{action}</div>}
      {state.kind === "failed" && (
        <pre className={styles.error}>{state.error}</pre>
      )}
      <Arguments args={job.args} />
    </li>
  );
}

/** Longer arguments are collapsed. */
const SHORT = 100;

/** The arguments of a call; renders nothing if there are none. */
export function Arguments({ args }: { args: ScheduledJob["args"] }) {
  const line = printValue(args[0] ?? {});
  if (line === "{}") return null;
  if (line.length <= SHORT) return <code className={styles.line}>{line}</code>;
  return (
    <details className={styles.arguments}>
      <summary>Arguments</summary>
      <pre>{printValue(args[0] ?? {}, 2)}</pre>
    </details>
  );
}

/** `module:function` for `module.js:function`. */
export function functionName(path: string): string {
  return path.replace(/\.js(?=:|$)/, "").replace(/:default$/, "");
}
