import type { Caller } from "../functions/execution/function-call";
import type {
  ActionMessage,
  AuthenticateMessage,
  MutationMessage,
  QueryModification,
} from "./messages";

/** What happened to a connection. */
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
  | { kind: "closed" };

/** What is to be done about it. */
export type SyncEffect =
  | { kind: "send"; text: string }
  | { kind: "authenticate"; credential: AuthenticateMessage["credential"] }
  | { kind: "expire"; atMs: number | null }
  | { kind: "mutate"; message: MutationMessage; caller: Caller }
  | { kind: "act"; message: ActionMessage; caller: Caller }
  | {
      kind: "update";
      modifications: readonly QueryModification[];
      caller: Caller;
    }
  | { kind: "pause" }
  | { kind: "resume" }
  | { kind: "close"; code?: number; reason?: string };
