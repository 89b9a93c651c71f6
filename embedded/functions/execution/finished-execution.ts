import type { FunctionKind } from "./execution";
import type { Caller } from "./function-call";

/** A call from outside or by schedule that has ended, for whoever watches. */
export type FinishedExecution = {
  kind: FunctionKind | "httpAction";
  /** Component path. */
  component: string;
  /** `module.js:function`, or `GET /path`. */
  identifier: string;
  requestId: string;
  caller: Caller["kind"];
  environment: "isolate" | "node";
  /** Milliseconds since the epoch. */
  startedAtMs: number;
  durationMs: number;
  logLines: readonly string[];
  /** Unredacted; null when it succeeded. */
  error: string | null;
};
