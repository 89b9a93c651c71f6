import { cronJobs } from "convex/server";
import { internal } from "./_generated/api";

const crons = cronJobs();

crons.interval(
  "remove what has expired",
  { hours: 1 },
  internal.jobs.expiry.removeExpired,
);
crons.interval(
  "remove files that no picture needs",
  { hours: 6 },
  internal.jobs.pictures.sweep,
  {},
);
crons.interval(
  "remove uploads that became no picture",
  { minutes: 10 },
  internal.jobs.pictures.sweepUploads,
  {},
);
// An interval job runs for the first time on deployment, so a new deployment gets
// its passes and its content at once.
crons.interval(
  "replace the passes",
  { hours: 24 },
  internal.jobs.passes.replaceAll,
  {},
);
crons.interval(
  "fill with first content",
  { hours: 24 },
  internal.jobs.firstContent.fillOnce,
);

export default crons;
