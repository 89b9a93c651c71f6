import type { JSONValue } from "convex/values";
import * as z from "zod";
import type { CronJob, CronRun } from "../functions/jobs/cron-jobs";
import type { CronSpec } from "../functions/definitions/cron-spec";
import type { RangeExpression } from "../functions/reading/index-range";
import {
  CRON_JOBS,
  SCHEDULED_FUNCTIONS,
} from "../functions/definitions/function-tables";
import { paginationOptsSchema, readPage } from "./document-queries";
import type { SystemQuery } from "../functions/runner/system-functions";
import { systemRows } from "./system-rows";

const jobArgs = z.object({
  paginationOpts: paginationOptsSchema,
  finished: z.boolean().default(false),
});

type CronRow = Omit<CronJob, "id"> & { lastRun?: CronRun };

/** In the order of the index no other state lies between these two. */
const UNFINISHED: RangeExpression[] = [
  { type: "Gte", fieldPath: "state.kind", value: "inProgress" },
  { type: "Lte", fieldPath: "state.kind", value: "pending" },
];
const FINISHED: RangeExpression[] = [
  { type: "Gt", fieldPath: "completedTime", value: null },
];

/** Returns running and pending jobs, or finished ones. */
export const paginatedScheduledJobs: SystemQuery = (context, args) => {
  const { paginationOpts, finished } = jobArgs.parse(args);
  const { transaction, component } = context;
  // The table is created with the first scheduled job.
  if (transaction.table(component, SCHEDULED_FUNCTIONS) === null) {
    return { page: [], isDone: true, continueCursor: "", pageStatus: null };
  }
  const source = {
    table: SCHEDULED_FUNCTIONS,
    index: finished ? "by_completed_time" : "by_state_and_time",
    range: finished ? FINISHED : UNFINISHED,
    order: finished ? ("desc" as const) : ("asc" as const),
    filter: null,
    key: null,
  };
  return readPage(context, source, paginationOpts);
};

/** Returns the cron jobs of a component. */
export const listCronJobs: SystemQuery = ({ transaction, component }) =>
  systemRows(transaction, CRON_JOBS, component).map((row): JSONValue => {
    const { identifier, nextTime, lastRun, spec } = row.json() as CronRow;
    const cron = JSON.parse(spec) as CronSpec;
    return {
      _id: row.id,
      _creationTime: row.creationTime,
      name: identifier,
      cronSpec: {
        udfPath: cron.functionPath,
        udfArgs: cron.args,
        cronSchedule: { ...cron.schedule },
      },
      nextRun: { nextTime },
      lastRun: lastRun ?? null,
    };
  });
