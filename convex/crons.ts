import { cronJobs } from "convex/server";
import { internal } from "./_generated/api";

const crons = cronJobs();

crons.interval(
  "remove what has expired",
  { hours: 1 },
  internal.internal.expiry.removeExpired,
);
crons.interval(
  "forget old counters",
  { hours: 24 },
  internal.internal.expiry.forgetCounters,
);
// An interval runs first when it is deployed: a new deployment is filled at once.
crons.interval(
  "fill with first content",
  { hours: 24 },
  internal.internal.firstContent.fillOnce,
);

export default crons;
