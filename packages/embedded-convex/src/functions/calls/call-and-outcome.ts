import type { JSONValue } from "convex/values";
import type { Asker } from "../../base/fair-queue";
import type { Usage } from "../../transaction/metrics";
import type { ReadSet } from "../../transaction/read-set";

/** The user whom a verified token represents. */
export type Identity = {
  /** `issuer|subject`, unique across providers. */
  tokenIdentifier: string;
  issuer: string;
  subject: string;
  /** When the token expires, in milliseconds since the epoch. */
  expiresAtMs: number;
  /** Other claims, named as `ctx.auth.getUserIdentity()` names them. */
  claims: Readonly<Record<string, JSONValue>>;
};

/**
 * On whose behalf a function runs. Only `admin` and `system` may call internal
 * functions and functions of components.
 */
export type Caller =
  | {
      kind: "user";
      identity: Identity | null;
      token?: string;
      /** Why the token of an HTTP action's request was refused. */
      whyUnknown?: string;
    }
  | { kind: "admin"; actingAs?: Identity }
  | { kind: "system" };

export type FunctionCall = {
  /** Component path, `""` for the app itself. */
  component: string;
  /** `module:function` in any spelling that clients use. */
  path: string;
  /** Encoded arguments: an array holding at most one object. */
  args: JSONValue[];
  caller: Caller;
  /** Sent to clients with errors; the log has the full error under it. */
  requestId: string;
  asker?: Asker;
  /** Called when a queued call has its turn; false when nobody waits for it. */
  onTurn?: () => boolean;
};

/** Why a function failed: unredacted, for the log and for developers. */
export type FunctionFailure = {
  /** Begins with `Uncaught` when user code threw. */
  message: string;
  /** The stack, if user code threw an error: a line for each call. */
  frames?: readonly string[];
  /** Encoded data of a ConvexError; absent for all other errors. */
  data?: JSONValue;
  /** Set when all attempts conflicted; a later retry may succeed. */
  isConflict?: true;
  /** Set when the server was too busy; a later retry may succeed. */
  isBusy?: true;
};

/** Return value or failure. `valueText` is JSON of the encoded value. */
export type FunctionResult =
  { ok: true; valueText: string } | { ok: false; failure: FunctionFailure };

/** What its transaction used, if it ran in one. */
type Used = { usage?: Usage };

/** A query's outcome, with what it depends on. */
export type QueryOutcome = FunctionResult &
  Used & {
    logLines: string[];
    readSet: ReadSet;
    /** Timestamp of the snapshot that the query read, in nanoseconds. */
    ts: bigint;
    /** Where the page of a paginated query ended; passed in on its next run. */
    journal: string | null;
    /** Whether the result depends on the caller's identity. */
    usedIdentity: boolean;
    usedTimeOrRandom: boolean;
    /** Number of documents read from users' tables. */
    documentsRead: number;
  };

/** A mutation's outcome; `ts` is its commit timestamp, null when it failed. */
export type MutationOutcome = FunctionResult &
  Used & {
    logLines: string[];
    ts: bigint | null;
  };

export type ActionOutcome = FunctionResult & { logLines: string[] };

/** Identifies a mutation of a session, so that a resend does not run again. */
export type SessionRequest = { sessionId: string; requestId: number };
