import { useState } from "react";
import { type ScheduledJob } from "../../admin/admin-api";
import { useNow } from "../time/use-now";
import { Button } from "../ui/button";
import { CancelDialog } from "./cancel-dialog";
import { JobList } from "./job-list";
import { functionName, JobRow } from "./job-row";
import styles from "./schedules.module.css";
import { useJobs } from "./use-jobs";

const SECOND_MS = 1000;

/** What runs and what is to run, the next one first. */
export function UpcomingJobs() {
  const upcoming = useJobs(false);
  const nowMs = useNow(SECOND_MS);
  const [chosen, setChosen] = useState<ScheduledJob | null>(null);
  const [said, setSaid] = useState("");
  return (
    <JobList title="Scheduled jobs" empty="Nothing is scheduled." {...upcoming}>
      <output className={styles.said}>{said}</output>
      {(upcoming.jobs ?? []).length > 0 && (
        <ul>
          {upcoming.jobs?.map((job) => (
            <JobRow
              key={job._id}
              job={job}
              atMs={job.scheduledTime}
              nowMs={nowMs}
              action={
                <Button
                  aria-label={`Cancel ${functionName(job.name)}`}
                  onClick={() => setChosen(job)}
                >
                  Cancel
                </Button>
              }
            />
          ))}
        </ul>
      )}
      {chosen !== null && (
        <CancelDialog
          job={chosen}
          onClose={() => setChosen(null)}
          onDone={() => {
            setChosen(null);
            setSaid(`${functionName(chosen.name)} was cancelled.`);
          }}
        />
      )}
    </JobList>
  );
}
