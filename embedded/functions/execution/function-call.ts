import type { JSONValue } from "convex/values";
import type { ReadSet } from "../../transaction/read-set";

/** Who a verified token speaks for. */
export type Identity = {
  /** `issuer|subject`, unique across providers. */
  tokenIdentifier: string;
  issuer: string;
  subject: string;
  /** When the token stops being valid, in milliseconds since the epoch. */
  expiresAtMs: number;
  /** The token's other claims, spelt as `ctx.auth.getUserIdentity()` does. */
  claims: Readonly<Record<string, JSONValue>>;
};

/**
 * On whose behalf a function runs. Only `admin` and `system` may call internal
 * functions and functions of components.
 */
export type Caller =
  | { kind: "user"; identity: Identity | null; token?: string }
  | { kind: "admin"; actingAs?: Identity }
  | { kind: "system" };

/** A request to run one function. */
export type FunctionCall = {
  /** Component path, `""` for the app itself. */
  component: string;
  /** `module:function` in any spelling that clients use. */
  path: string;
  /** Encoded arguments: an array holding at most one object. */
  args: JSONValue[];
  caller: Caller;
  /** Shown to clients with errors, and logged with their explanation. */
  requestId: string;
};

/** Why a function did not return: unredacted, for the log and for developers. */
export type FunctionFailure = {
  /** Text that begins with `Uncaught` when user code threw. */
  message: string;
  /** The encoded data of a ConvexError; absent for every other error. */
  data?: JSONValue;
  /** Other mutations were in its way; it may succeed if tried again later. */
  isConflict?: true;
};

/** What a function came to. `valueText` is JSON of the encoded result. */
export type FunctionResult =
  { ok: true; valueText: string } | { ok: false; failure: FunctionFailure };

/** A query's result together with what it depends on. */
export type QueryOutcome = FunctionResult & {
  logLines: string[];
  readSet: ReadSet;
  /** The snapshot that the query read. */
  ts: bigint;
  /** Where the query's page ended; to be given back when it runs again. */
  journal: string | null;
  /** Whether the result depends on who asks. */
  usedIdentity: boolean;
  /** Whether the result depends on the time or on chance. */
  usedTimeOrRandom: boolean;
  /** How many documents of users' tables it read. */
  documentsRead: number;
};

/** A mutation's result; `ts` is its durable commit, null when it failed. */
export type MutationOutcome = FunctionResult & {
  logLines: string[];
  ts: bigint | null;
};

/** An action's result. */
export type ActionOutcome = FunctionResult & { logLines: string[] };

/** Names one mutation request of one client, so that a resend runs once. */
export type SessionRequest = { sessionId: string; requestId: number };
