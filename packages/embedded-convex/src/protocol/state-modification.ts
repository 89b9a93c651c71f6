import { clientError } from "../functions/calls/client-error";
import type { QueryOutcome } from "../functions/calls/function-call";
import { queryFailedFragment, queryUpdatedFragment } from "./server-messages";

/**
 * A query's outcome as a state modification. It is rendered once for all
 * subscribers; each adds the id that its client gave the query.
 */
export type StateModification = {
  /** The message without the query id. */
  fragment: string;
  /**
   * A client that has an outcome with an equal text needs no message. Excludes
   * the request id of a failure, which differs with each execution.
   */
  comparable: string;
};

/** @param isProduction whether to omit log lines and to redact errors */
export function stateModificationOf(
  outcome: QueryOutcome,
  requestId: string,
  isProduction: boolean,
): StateModification {
  const logLines = isProduction ? [] : outcome.logLines;
  if (outcome.ok) {
    const fragment = queryUpdatedFragment(
      outcome.valueText,
      logLines,
      outcome.journal,
    );
    return { fragment, comparable: fragment };
  }
  const error = clientError(outcome.failure, requestId, isProduction);
  const { message, data = null } = outcome.failure;
  return {
    fragment: queryFailedFragment(error, logLines, outcome.journal),
    comparable: JSON.stringify([message, data, logLines]),
  };
}
