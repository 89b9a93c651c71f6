import { useNow } from "../time/use-now";
import { JobList } from "./job-list";
import { JobRow } from "./job-row";
import { useJobs } from "./use-jobs";

const SECOND_MS = 1000;

/** What has run or was cancelled, the latest first. */
export function FinishedJobs() {
  const finished = useJobs(true);
  const nowMs = useNow(SECOND_MS);
  return (
    <JobList
      title="Recent results"
      empty="Nothing has run by schedule in the last week."
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
    </JobList>
  );
}
