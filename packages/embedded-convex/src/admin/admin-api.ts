/**
 * Typed references to the system functions that the data browser calls with the
 * admin key. Names and shapes are those of Convex's dashboard. Runs in
 * browsers.
 */
import {
  makeFunctionReference,
  type PaginationOptions,
  type PaginationResult,
} from "convex/server";
import type { Value } from "convex/values";

/** Path of a component; undefined, null and `""` stand for the app. */
type InComponent = { componentId?: string | null };

export type TableDocument = {
  _id: string;
  _creationTime: number;
  [field: string]: Value;
};

/** Data of the ConvexError with which a system function refuses a call. */
export type RefusalData = { message: string };

export type TableSummary = { name: string; count: number };

type ComponentSummary = {
  /** Its path, `""` for the app. */
  id: string;
  path: string;
  /** Last part of the path; null for the app. */
  name: string | null;
  args: Record<string, Value>;
  state: "active";
};

type Empty = Record<string, never>;
type Succeeded = { success: true };

export const adminApi = {
  components: makeFunctionReference<"query", Empty, ComponentSummary[]>(
    "_system/frontend/components:list",
  ),
  /** Tables in the schema, empty or not, and others that have been created. */
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
  /** `filters` is null or the result of `encodeFilters`. */
  documents: makeFunctionReference<
    "query",
    InComponent & {
      table: string;
      filters: string | null;
      paginationOpts: PaginationOptions;
    },
    PaginationResult<TableDocument>
  >("_system/frontend/paginatedTableDocuments:default"),
  /** Null for an invalid id, or one without a document. */
  documentById: makeFunctionReference<
    "query",
    InComponent & { id: string },
    { tableName: string; document: TableDocument } | null
  >("_system/frontend/getById:default"),
  addDocuments: makeFunctionReference<
    "mutation",
    InComponent & { table: string; documents: Record<string, Value>[] },
    Succeeded & { ids: string[] }
  >("_system/frontend/addDocument:default"),
  /** Sets the fields in `fields` and removes those in `unset`. */
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
  /** `document` may contain the system fields, unchanged. */
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

/** Maximum number of documents that one mutation adds, changes or deletes. */
export const MAX_DOCUMENTS_CHANGED = 4096;

/** Serves `DeploymentHealth`; requires the admin key. */
export const HEALTH_PATH = "/api/app_metrics/health";

/** State of a deployment. Totals count from the start of the process. */
export type DeploymentHealth = {
  /** Milliseconds since the epoch. */
  now: number;
  /** Whether `CLOCK_PATH` puts it forward. */
  isClockMovable: boolean;
  startedAt: number;
  version: {
    /** Version of the `convex` package. */
    convex: string;
    node: string;
    /** Hash of the current functions; empty before the first load. */
    functions: string;
    /** Time of the last load, in milliseconds since the epoch. */
    functionsLoadedAt: number;
  };
  syncConnections: number;
  httpRequests: { total: number; perSecond: number };
  commits: { total: number; perSecond: number };
  /** Commits that were refused because something they had read had changed. */
  conflicts: { total: number; perSecond: number };
  memory: { rssBytes: number; heapUsedBytes: number };
  /** Event loop delay over the last one to two minutes. */
  eventLoopDelayMs: { p50: number; p99: number; max: number };
  /** Of DATA_DIR; measured at most every 15 seconds. */
  disk: { usedBytes: number; freeBytes: number };
  /** End of the newest finished backup, in milliseconds since the epoch. */
  lastBackupAt: number | null;
};

/**
 * Lists the names of states; `/save` and `/load` take one, on a server in development.
 * All answer with `{ done }`, a text to print, and require the admin key.
 */
export const STATES_PATH = "/api/states";

/** Takes `{ byMs }`, by which the clock is put forward; requires the admin key. */
export const CLOCK_PATH = "/api/clock";

/** Serves `OutboxList`; requires the admin key. */
export const OUTBOX_PATH = "/api/outbox";

/** Serves the `OutboxMail` whose id is in `?id=`; requires the admin key. */
export const OUTBOX_MAIL_PATH = "/api/outbox/mail";

/** The mails that the outbox keeps instead of sending them. */
export type OutboxList = {
  /** Whether functions use it now: no mail provider is set. */
  isOn: boolean;
  /** The newest first; at most the newest hundred. */
  mails: OutboxSummary[];
};

export type OutboxSummary = {
  id: string;
  /** Milliseconds since the epoch. */
  sentAt: number;
  from: string;
  to: string[];
  subject: string;
};

export type OutboxMail = OutboxSummary & {
  text: string | null;
  /** The path of a page that shows its HTML, for a while; null if it has none. */
  htmlPath: string | null;
};
