import { ReadSet } from "../../transaction/read-set";
import type { FunctionFailure, QueryOutcome } from "./function-call";

/**
 * The outcome of a query that was not run. It depends on nothing but who called
 * and what is loaded, and a load runs every query again anyway.
 */
export function refusedQuery(
  failure: FunctionFailure,
  ts: bigint,
): QueryOutcome {
  return {
    ok: false,
    failure,
    logLines: [],
    readSet: new ReadSet(),
    ts,
    journal: null,
    usedIdentity: true,
    usedTimeOrRandom: false,
    documentsRead: 0,
  };
}
