import { clientError } from "../functions/execution/client-error";
import type { QueryOutcome } from "../functions/execution/function-call";
import { queryErrorFragment, queryResultFragment } from "./server-messages";

/** A query's outcome as clients get it, made once for all who show it. */
export type QueryResult = {
  /** The message's part that does not depend on who gets it. */
  fragment: string;
  /** Equal for results that a client need not be told apart. */
  comparable: string;
};

/** Log lines are for developers: production clients get none. */
export function queryResult(
  outcome: QueryOutcome,
  requestId: string,
  isProduction: boolean,
): QueryResult {
  const logLines = isProduction ? [] : outcome.logLines;
  if (outcome.ok) {
    const fragment = queryResultFragment(
      outcome.valueText,
      logLines,
      outcome.journal,
    );
    return { fragment, comparable: fragment };
  }
  const error = clientError(outcome.failure, requestId, isProduction);
  const { message, data = null } = outcome.failure;
  return {
    fragment: queryErrorFragment(error, logLines, outcome.journal),
    comparable: JSON.stringify([message, data, logLines]),
  };
}
