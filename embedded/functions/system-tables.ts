import type { TableSchema } from "../index/schema";

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

/** The tables of this layer; to be given to `Database.open`. */
export const functionTables: readonly TableSchema[] = [
  {
    name: SESSION_REQUESTS,
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
    indexes: [
      { name: "by_state_and_time", fields: ["state.kind", "scheduledTime"] },
      { name: "by_completed_time", fields: ["completedTime"] },
    ],
    documentType: null,
  },
  { name: CRON_JOBS, indexes: [], documentType: null },
  {
    name: STORAGE,
    indexes: [{ name: "by_storage_id", fields: ["storageId"] }],
    documentType: null,
  },
  { name: DEPLOYMENT, indexes: [], documentType: null },
];
