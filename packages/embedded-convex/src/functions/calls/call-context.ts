import type { JSONValue } from "convex/values";
import type { Asker } from "../../base/fair-queue";
import type { WorkGate } from "../../base/work-gate";
import type { Id } from "../../values/ids";
import type { App } from "../app/app";
import type { FunctionTarget } from "../app/function-address";
import type { Caller } from "./call-and-outcome";

/** What a nested or scheduled call inherits from its origin. */
export type CallContext = {
  app: App;
  caller: Caller;
  requestId: string;
  /** Milliseconds since the epoch. */
  startedAtMs: number;
  /** The scheduled function on whose behalf the call runs, if any. */
  job?: { component: string; id: Id };
  asker?: Asker;
  onTurn?: () => boolean;
  /** In which an action has a slot. */
  gate?: WorkGate;
};

/** A call with its function resolved. */
export type TargetCall = {
  target: FunctionTarget;
  args: readonly JSONValue[];
  context: CallContext;
};
