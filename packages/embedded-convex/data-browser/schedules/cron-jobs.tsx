import { useQuery } from "convex/react";
import { adminApi, type CronJobSummary } from "../../src/admin/admin-api";
import { useComponent } from "../navigation/use-component";
import { shortDuration } from "../time/format-time";
import { Moment } from "../time/moment";
import { useNow } from "../time/use-now";
import { classNames } from "../ui/class-names";
import { describeSchedule } from "./describe-schedule";
import { JobSection } from "./job-section";
import { Arguments, functionName } from "./job-row";
import styles from "./schedules.module.css";

const SECOND_MS = 1000;

/** The jobs of `crons.ts`. */
export function CronJobs() {
  const { componentId } = useComponent();
  const jobs = useQuery(adminApi.cronJobs, { componentId });
  const nowMs = useNow(SECOND_MS);
  return (
    <JobSection title="Cron jobs" empty="There are no cron jobs." jobs={jobs}>
      {jobs !== undefined && jobs.length > 0 && (
        <ul>
          {jobs.map((job) => (
            <CronRow key={job._id} job={job} nowMs={nowMs} />
          ))}
        </ul>
      )}
    </JobSection>
  );
}

function CronRow({ job, nowMs }: { job: CronJobSummary; nowMs: number }) {
  const { cronSpec, nextRun, lastRun } = job;
  return (
    <li className={styles.row}>
      <p className={styles.name}>
        {job.name}{" "}
        <span className={styles.quiet}>
          {describeSchedule(cronSpec.cronSchedule)}
        </span>
      </p>
      <p>
        <code>{functionName(cronSpec.udfPath)}</code>
      </p>
      <dl className={styles.runs}>
        <dt>Next run</dt>
        <dd>
          <Moment timeMs={nextRun.nextTime} nowMs={nowMs} />
        </dd>
        <dt>Last run</dt>
        <dd>
          {lastRun === null ? (
            "Not yet"
          ) : (
            <>
              <span
                className={classNames(
                  styles.state,
                  lastRun.status.type === "failure"
                    ? styles.failed
                    : styles.succeeded,
                )}
              >
                {lastRun.status.type === "failure" ? "Failed" : "Succeeded"}
              </span>{" "}
              in {shortDuration(lastRun.durationMs)}{" "}
              <Moment timeMs={lastRun.startedTime} nowMs={nowMs} />
            </>
          )}
        </dd>
      </dl>
      {lastRun?.status.type === "failure" && (
        <pre className={styles.error}>{lastRun.status.error}</pre>
      )}
      <Arguments args={cronSpec.udfArgs} />
    </li>
  );
}
