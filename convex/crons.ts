import { cronJobs } from "convex/server";
import { internal } from "./_generated/api";

const crons = cronJobs();

crons.interval(
  "remove what has expired",
  { hours: 1 },
  internal.tasks.expiry.removeExpired,
);
crons.interval(
  "remove files that no picture needs",
  { hours: 6 },
  internal.tasks.pictures.sweep,
  {},
);
crons.interval(
  "remove uploads that became no picture",
  { minutes: 10 },
  internal.tasks.pictures.sweepUploads,
  {},
);
// An interval job runs for the first time on deployment, so a new deployment gets
// its passes and its content at once.
crons.interval(
  "replace the passes",
  { hours: 24 },
  internal.tasks.passes.replaceAll,
  {},
);
crons.interval(
  "fill with first content",
  { hours: 24 },
  internal.tasks.firstContent.fillOnce,
);

export default crons;
