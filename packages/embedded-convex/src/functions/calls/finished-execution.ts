import type { ModuleEnvironment } from "../app/module";
import type { FunctionKind } from "../app/registered-function";
import type { Usage } from "../../transaction/metrics";
import type { Caller } from "./call-and-outcome";

/** A finished execution, for the function log. */
export type FinishedExecution = {
  kind: FunctionKind | "httpAction";
  component: string;
  /** `module.js:function`, or `GET /path` for an HTTP action. */
  identifier: string;
  requestId: string;
  caller: Caller["kind"];
  environment: ModuleEnvironment;
  /** Milliseconds since the epoch. */
  startedAtMs: number;
  durationMs: number;
  logLines: readonly string[];
  /** Null for an action. */
  usage: Usage | null;
  /** The unredacted error; null on success. */
  error: string | null;
};
