import type { Clock } from "../base/clock";
import type { FinishedExecution } from "../functions/calls/finished-execution";
import { displayPath, parseFunctionPath } from "../functions/app/function-path";

const KEPT = 1000;
const POLL_MS = 60_000;
/** The kinds of functions as the API spells them. */
export const UDF_TYPES = {
  query: "Query",
  mutation: "Mutation",
  action: "Action",
  httpAction: "HttpAction",
} as const;

type Entry = { cursor: number; execution: FinishedExecution };

/** The last 1,000 finished executions, for `convex logs`. */
export class FunctionLog {
  readonly #entries: Entry[] = [];
  readonly #waiting = new Set<() => void>();
  #cursor: number;
  #isClosed = false;

  constructor(private readonly clock: Clock) {
    this.#cursor = Math.floor(clock.now());
  }

  /** Adds an execution and answers long polls. */
  add(execution: FinishedExecution): void {
    // Cursors increase even if the clock does not.
    this.#cursor = Math.max(this.#cursor + 1, Math.floor(this.clock.now()));
    this.#entries.push({ cursor: this.#cursor, execution });
    if (this.#entries.length > KEPT) this.#entries.shift();
    for (const wake of this.#waiting) wake();
  }

  /**
   * Long poll: waits up to a minute if there is nothing new. Cursor 0 is
   * answered at once.
   *
   * @returns the entries after `cursor`, and the cursor for the next call
   */
  async since(
    cursor: number,
  ): Promise<{ entries: object[]; newCursor: number }> {
    const isKnown = cursor > 0 && cursor >= this.#cursor;
    if (isKnown && !this.#isClosed) await this.#next();
    const entries = this.#entries
      .filter((entry) => entry.cursor > cursor)
      .map(({ execution }) => entryOf(execution));
    return { entries, newCursor: this.#cursor };
  }

  /** Ends all long polls; later ones are answered at once. */
  close(): void {
    this.#isClosed = true;
    for (const wake of this.#waiting) wake();
  }

  #next(): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        this.#waiting.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, POLL_MS);
      timer.unref();
      this.#waiting.add(wake);
    });
  }
}

function entryOf(execution: FinishedExecution): object {
  const { kind, component, identifier, startedAtMs, durationMs } = execution;
  const endedAtMs = startedAtMs + durationMs;
  return {
    kind: "Completion",
    udfType: UDF_TYPES[kind],
    componentPath: component === "" ? null : component,
    identifier:
      kind === "httpAction"
        ? identifier
        : displayPath(parseFunctionPath(identifier)),
    logLines: execution.logLines.map((line) => lineOf(line, endedAtMs)),
    timestamp: endedAtMs / 1000,
    executionTimestamp: startedAtMs / 1000,
    executionTime: durationMs / 1000,
    cachedResult: false,
    success: execution.error === null ? {} : null,
    error: execution.error,
    willRetry: false,
    caller: execution.caller,
    identityType: execution.caller,
    environment: execution.environment,
    requestId: execution.requestId,
    executionId: execution.requestId,
    usageStats: execution.usage ?? {},
  };
}

function lineOf(line: string, timestamp: number): object {
  const [, level = "LOG", text = line] =
    /^\[([A-Z]+)\] ([^]*)$/.exec(line) ?? [];
  return { messages: [text], level, timestamp, isTruncated: false };
}
