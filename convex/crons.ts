import { cronJobs } from "convex/server";
import { internal } from "./_generated/api";

const crons = cronJobs();

crons.interval(
  "remove what has expired",
  { hours: 1 },
  internal.jobs.upkeep.removeExpired,
);
// An interval job runs for the first time on deployment, so a new deployment gets
// its read keys, secrets and content at once.
crons.interval(
  "replace the read key of listings",
  { hours: 1 },
  internal.jobs.upkeep.replaceReadKey,
  { scope: "listings" },
);
crons.interval(
  "replace the read key of notices",
  { hours: 24 },
  internal.jobs.upkeep.replaceReadKey,
  { scope: "notices" },
);
crons.interval(
  "keep the secrets of passes, mail links and screens",
  { hours: 1 },
  internal.jobs.upkeep.keepSecrets,
);
crons.interval(
  "fill with first content",
  { hours: 24 },
  internal.jobs.upkeep.addFirstContent,
);

export default crons;
