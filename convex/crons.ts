import { cronJobs } from "convex/server";
import { internal } from "./_generated/api";

const crons = cronJobs();

crons.interval(
  "remove what has expired",
  { hours: 1 },
  internal.upkeep.jobs.removeExpired,
);
// An interval job runs for the first time on deployment, so a new deployment gets
// its read keys, secrets and content at once.
crons.interval(
  "replace the read key of listings",
  { hours: 1 },
  internal.upkeep.jobs.replaceReadKey,
  { scope: "listings" },
);
crons.interval(
  "replace the read key of notices",
  { hours: 24 },
  internal.upkeep.jobs.replaceReadKey,
  { scope: "notices" },
);
crons.interval(
  "keep the secrets of passes, mail links and screens",
  { hours: 1 },
  internal.upkeep.jobs.keepSecrets,
);
crons.interval(
  "fill with first content",
  { hours: 24 },
  internal.upkeep.jobs.addFirstContent,
);

export default crons;
