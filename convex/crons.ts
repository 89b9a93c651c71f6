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

export default crons;
