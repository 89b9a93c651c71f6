import type { SystemTableSchema } from "../../index/schema";
import type { Database } from "../../transaction/database";
import type { KeyRange } from "../../values/keys";

/** Mutations of clients that have run, so that a resent one runs only once. */
export const SESSION_REQUESTS = "_session_requests";
/** Scheduled functions: pending, running and finished. */
export const SCHEDULED_FUNCTIONS = "_scheduled_functions";
/** Cron jobs with their next runs. */
export const CRON_JOBS = "_cron_jobs";
/** Metadata of stored files; their bodies are in the data directory. */
export const STORAGE = "_storage";
/** One document with the deployment's secret. */
export const DEPLOYMENT = "_deployment";

/**
 * System tables of this layer, for `Database.open`. The numbers are the same in
 * every deployment, so that a backup fits each of them: never change one.
 */
export const functionTables: readonly SystemTableSchema[] = [
  {
    name: SESSION_REQUESTS,
    number: 9001,
    indexes: [
      {
        name: "by_session_and_request",
        fields: ["sessionId", "requestId"],
      },
    ],
    documentType: null,
  },
  {
    name: SCHEDULED_FUNCTIONS,
    number: 9002,
    indexes: [
      { name: "by_state_and_time", fields: ["state.kind", "scheduledTime"] },
      { name: "by_completed_time", fields: ["completedTime"] },
    ],
    documentType: null,
  },
  { name: CRON_JOBS, number: 9003, indexes: [], documentType: null },
  {
    name: STORAGE,
    number: 9004,
    indexes: [{ name: "by_storage_id", fields: ["storageId"] }],
    documentType: null,
  },
  { name: DEPLOYMENT, number: 9005, indexes: [], documentType: null },
];

/**
 * Deletes the first rows in a range of an index of a system table.
 *
 * @returns how many there were, at most `max`
 */
export async function removeRows(
  database: Database,
  component: string,
  table: string,
  index: string,
  range: KeyRange,
  max: number,
): Promise<number> {
  const { result } = await database.write((transaction) => {
    let removed = 0;
    for (const { document } of transaction.scan(
      component,
      table,
      index,
      range,
    )) {
      transaction.remove(component, document.id, { system: true });
      if (++removed === max) break;
    }
    return removed;
  });
  return result;
}
