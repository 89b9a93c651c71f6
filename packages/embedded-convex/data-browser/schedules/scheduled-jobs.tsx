import { usePaginatedQuery } from "convex/react";
import { useState } from "react";
import { adminApi, type ScheduledJob } from "../../src/admin/admin-api";
import { useComponent } from "../navigation/use-component";
import { useNow } from "../time/use-now";
import { Button } from "../ui/button";
import { CancelDialog } from "./cancel-dialog";
import { JobSection } from "./job-section";
import { functionName, JobRow } from "./job-row";
import styles from "./schedules.module.css";

const PAGE_SIZE = 25;
const SECOND_MS = 1000;

/** Running and pending jobs, the next one first. */
export function UpcomingJobs() {
  const upcoming = useJobs(false);
  const nowMs = useNow(SECOND_MS);
  const [chosen, setChosen] = useState<ScheduledJob | null>(null);
  const [announcement, setAnnouncement] = useState("");
  return (
    <JobSection
      title="Scheduled jobs"
      empty="Nothing is scheduled."
      {...upcoming}
    >
      <output className={styles.announcement}>{announcement}</output>
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
            setAnnouncement(`${functionName(chosen.name)} was cancelled.`);
          }}
        />
      )}
    </JobSection>
  );
}

/** Finished and cancelled jobs, the latest first. */
export function FinishedJobs() {
  const finished = useJobs(true);
  const nowMs = useNow(SECOND_MS);
  return (
    <JobSection
      title="Recent results"
      empty="Nothing scheduled has run in the last week."
      {...finished}
    >
      {(finished.jobs ?? []).length > 0 && (
        <ul>
          {finished.jobs?.map((job) => (
            <JobRow
              key={job._id}
              job={job}
              atMs={job.completedTime ?? job.scheduledTime}
              nowMs={nowMs}
            />
          ))}
        </ul>
      )}
    </JobSection>
  );
}

/** Scheduled functions, live and paginated: finished ones, or the others. */
function useJobs(finished: boolean) {
  const { componentId } = useComponent();
  const { results, status, loadMore } = usePaginatedQuery(
    adminApi.scheduledJobs,
    { componentId, finished },
    { initialNumItems: PAGE_SIZE },
  );
  return {
    jobs: status === "LoadingFirstPage" ? undefined : results,
    hasMore: status === "CanLoadMore",
    isLoadingMore: status === "LoadingMore",
    loadMore: () => loadMore(PAGE_SIZE),
  };
}
