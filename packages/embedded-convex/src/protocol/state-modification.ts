import { LARGE_RESULT_BYTES } from "../base/client-limits";
import { clientError } from "../functions/calls/client-error";
import type {
  FunctionCall,
  QueryOutcome,
} from "../functions/calls/call-and-outcome";
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

/** Bounds the memory, with LARGE_RESULT_BYTES each; an app has fewer queries. */
const MAX_REMEMBERED = 1_000;

type Remembered = {
  valueText: string;
  modification: StateModification;
};

/**
 * Renders outcomes. Queries that give thousands of people the same value, such
 * as a list of announcements for whoever is signed in, render and keep it once:
 * if a query's value equals the last one of its function, both are one object.
 * Large values are not kept, because they would stay when nobody needs them.
 */
export class SharedModifications {
  readonly #last = new Map<string, Remembered>();

  /** @param isProduction whether to omit log lines and to redact errors */
  constructor(private readonly isProduction: boolean) {}

  render(outcome: QueryOutcome, call: FunctionCall): StateModification {
    const { path, requestId } = call;
    const { logLines, journal } = outcome;
    const render = () =>
      stateModificationOf(outcome, requestId, this.isProduction);
    const isPlain =
      outcome.ok &&
      outcome.valueText.length < LARGE_RESULT_BYTES &&
      journal === null &&
      (this.isProduction || logLines.length === 0);
    if (!isPlain) return render();
    const { valueText } = outcome;
    const last = this.#last.get(path);
    if (last?.valueText === valueText) return last.modification;
    const modification = render();
    if (last !== undefined || this.#last.size < MAX_REMEMBERED) {
      this.#last.set(path, { valueText, modification });
    }
    return modification;
  }
}

function stateModificationOf(
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
