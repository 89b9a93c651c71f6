import type { Caller } from "../functions/calls/call-and-outcome";
import type { Credential } from "./authenticator";
import type {
  ActionMessage,
  MutationMessage,
  QuerySetModification,
} from "./messages";

/** Input of SyncState: an event on a connection. */
export type SyncEvent =
  | { kind: "received"; text: string }
  | { kind: "authenticated"; caller: Caller; expiresAtMs: number | null }
  | { kind: "refused"; error: string }
  | { kind: "mutated"; response: string }
  | { kind: "acted"; response: string }
  | { kind: "invalidated" }
  | { kind: "updated"; ts: bigint; modifications: readonly string[] }
  | { kind: "stalled" }
  | { kind: "drained" }
  | { kind: "expired" }
  | { kind: "failed" }
  | { kind: "overloaded" }
  | { kind: "closed" };

/** Output of SyncState: an action that SyncConnection performs. */
export type SyncEffect =
  | { kind: "send"; text: string }
  | { kind: "authenticate"; credential: Credential }
  | { kind: "expire"; atMs: number | null }
  | { kind: "mutate"; message: MutationMessage; caller: Caller; bytes: number }
  | { kind: "act"; message: ActionMessage; caller: Caller; bytes: number }
  | {
      kind: "update";
      modifications: readonly QuerySetModification[];
      caller: Caller;
    }
  | { kind: "pause" }
  | { kind: "resume" }
  | { kind: "close"; code?: number; reason?: string };
