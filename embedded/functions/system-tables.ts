import type { SystemTableSchema } from "../index/schema";

/** Finished mutations of clients, so that a resent one runs once. */
export const SESSION_REQUESTS = "_session_requests";
/** Functions that are to run, run or have run by schedule. */
export const SCHEDULED_FUNCTIONS = "_scheduled_functions";
/** When each cron job runs next. */
export const CRON_JOBS = "_cron_jobs";
/** Descriptions of stored files; their bodies are in the data directory. */
export const STORAGE = "_storage";
/** One document with the deployment's own secret. */
export const DEPLOYMENT = "_deployment";

/**
 * The tables of this layer; to be given to `Database.open`. Their numbers are
 * the same everywhere, so that a backup fits any deployment: never change one.
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
