/**
 * The built-in functions that the data browser calls with the admin key, typed:
 * their names and shapes are those of Convex's own dashboard. Runs in browsers.
 */
import {
  makeFunctionReference,
  type PaginationOptions,
  type PaginationResult,
} from "convex/server";
import type { Value } from "convex/values";

/** Whose tables and functions: nothing, null or `""` for the app's own. */
export type InComponent = { componentId?: string | null };

/** A document with its system fields. */
export type TableDocument = {
  _id: string;
  _creationTime: number;
  [field: string]: Value;
};

/** The data of the ConvexError with which a call is refused. */
export type RefusalData = { code: string; message: string };

/** A table and how many documents are in it. */
export type TableSummary = { name: string; count: number };

/** An instance of a component. */
export type ComponentSummary = {
  /** Its path, `""` for the app. */
  id: string;
  path: string;
  /** The last part of the path; null for the app. */
  name: string | null;
  args: Record<string, Value>;
  state: "active";
};

/** A function, or a route of `http.ts`. */
export type ModuleFunction = {
  /** For a route its method and its path. */
  name: string;
  udfType: "Query" | "Mutation" | "Action" | "HttpAction";
  visibility: { kind: "public" | "internal" };
  /** JSON text of a validator. */
  argsValidator: string;
  /** JSON text of a validator, or of null when nothing is declared. */
  returnsValidator: string;
};

/** What a file of the functions folder holds, `tasks.js` for `tasks.ts`. */
export type ModuleEntry = [path: string, { functions: ModuleFunction[] }];

/** A function that runs, is to run or has run by schedule. */
export type ScheduledJob = {
  _id: string;
  _creationTime: number;
  /** `module.js:function` */
  name: string;
  args: Value[];
  /** Milliseconds since the epoch. */
  scheduledTime: number;
  completedTime?: number;
  state:
    | { kind: "pending" | "inProgress" | "success" | "canceled" }
    | { kind: "failed"; error: string };
  /** Where the function is, if not in the component that scheduled it. */
  component?: string;
};

/** A job of `crons.ts`. */
export type CronJobSummary = {
  _id: string;
  _creationTime: number;
  name: string;
  cronSpec: {
    /** `module.js:function` */
    udfPath: string;
    udfArgs: Value[];
    cronSchedule: { type: string; [detail: string]: Value };
  };
  nextRun: {
    /** Milliseconds since the epoch. */
    nextTime: number;
  };
  /** Null before the first one has ended. */
  lastRun: {
    /** When it began, in milliseconds since the epoch. */
    startedTime: number;
    durationMs: number;
    status: { type: "success" } | { type: "failure"; error: string };
  } | null;
};

type Empty = Record<string, never>;
type Succeeded = { success: true };

/** References for any Convex client that has the admin key. */
export const adminApi = {
  components: makeFunctionReference<"query", Empty, ComponentSummary[]>(
    "_system/frontend/components:list",
  ),
  /** The tables of the schema, empty or not, and whatever else has been made. */
  tables: makeFunctionReference<
    "query",
    InComponent,
    { page: TableSummary[]; isDone: true; continueCursor: string }
  >("_system/cli/tables:default"),
  /** `active` is the JSON text of the exported schema; absent without one. */
  schemas: makeFunctionReference<"query", InComponent, { active?: string }>(
    "_system/frontend/getSchemas:default",
  ),
  tableSize: makeFunctionReference<
    "query",
    InComponent & { tableName: string },
    number
  >("_system/frontend/tableSize:default"),
  /** `filters` is null or made by `encodeFilters`. */
  documents: makeFunctionReference<
    "query",
    InComponent & {
      table: string;
      filters: string | null;
      paginationOpts: PaginationOptions;
    },
    PaginationResult<TableDocument>
  >("_system/frontend/paginatedTableDocuments:default"),
  /** Null for what is no id, and for one without a document. */
  documentById: makeFunctionReference<
    "query",
    InComponent & { id: string },
    { tableName: string; document: TableDocument } | null
  >("_system/frontend/getById:default"),
  modules: makeFunctionReference<"query", InComponent, ModuleEntry[]>(
    "_system/frontend/modules:list",
  ),
  /** What runs and waits, the next one first; or what ended, the last first. */
  scheduledJobs: makeFunctionReference<
    "query",
    InComponent & { paginationOpts: PaginationOptions; finished?: boolean },
    PaginationResult<ScheduledJob>
  >("_system/frontend/paginatedScheduledJobs:default"),
  cronJobs: makeFunctionReference<"query", InComponent, CronJobSummary[]>(
    "_system/frontend/listCronJobs:default",
  ),
  addDocuments: makeFunctionReference<
    "mutation",
    InComponent & { table: string; documents: Record<string, Value>[] },
    Succeeded & { ids: string[] }
  >("_system/frontend/addDocument:default"),
  /** Sets the fields in `fields` and takes those in `unset` away. */
  patchDocuments: makeFunctionReference<
    "mutation",
    InComponent & {
      table: string;
      ids: string[];
      fields: Record<string, Value>;
      unset?: string[];
    },
    Succeeded
  >("_system/frontend/patchDocumentsFields:default"),
  /** `document` may hold the system fields as they are. */
  replaceDocument: makeFunctionReference<
    "mutation",
    InComponent & { id: string; document: Record<string, Value> },
    Succeeded
  >("_system/frontend/replaceDocument:default"),
  deleteDocuments: makeFunctionReference<
    "mutation",
    InComponent & { toDelete: { tableName: string; id: string }[] },
    Succeeded
  >("_system/frontend/deleteDocuments:default"),
};

/** Documents that one mutation may add, change or delete. */
export const MAX_DOCUMENTS_CHANGED = 4096;

/** Where `DeploymentHealth` is asked for, with the admin key. */
export const HEALTH_PATH = "/api/app_metrics/health";

/** How a deployment does. Counts are since it has started. */
export type DeploymentHealth = {
  /** Milliseconds since the epoch. */
  now: number;
  startedAt: number;
  version: {
    /** Of the `convex` package. */
    convex: string;
    node: string;
    /** A hash of the functions that run, equal for equal ones; empty for none. */
    functions: string;
    /** When they were loaded, in milliseconds since the epoch. */
    functionsLoadedAt: number;
  };
  syncConnections: number;
  httpRequests: { total: number; perSecond: number };
  commits: { total: number; perSecond: number };
  /** Commits that were refused because what they had read had changed. */
  conflicts: { total: number; perSecond: number };
  memory: { rssBytes: number; heapUsedBytes: number };
  /** How late the event loop was, over the last minute or two. */
  eventLoopDelayMs: { p50: number; p99: number; max: number };
  /** Of DATA_DIR; looked at every 15 seconds at most. */
  disk: { usedBytes: number; freeBytes: number };
  /** The newest finished backup, in milliseconds since the epoch. */
  lastBackupAt: number | null;
};
