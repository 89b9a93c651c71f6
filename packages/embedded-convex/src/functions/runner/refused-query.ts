import { ReadSet } from "../../transaction/read-set";
import type { FunctionFailure, QueryOutcome } from "../calls/function-call";

/**
 * The outcome of a query that was refused. Its read set is empty: it depends
 * only on the caller and the app, and a load reruns all queries.
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
