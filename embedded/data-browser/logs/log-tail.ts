import { adminRequest } from "../requests/admin-request";
import { type LogEntry, logEntry, type StreamedLogs } from "./log-entry";

/** As many calls as the backend keeps itself. */
const MAX_ENTRIES = 1_000;
/** On a busy deployment every question would be answered at once. */
const REST_MS = 250;
const RETRY_MS = 3_000;

export type LogTailState = {
  /** The newest first. */
  entries: readonly LogEntry[];
  /** Why the log cannot be followed now. */
  error: string | null;
  /** Whether the backend has answered yet. */
  isLoaded: boolean;
};

/**
 * Follows the log of a deployment from the calls that it still knows. Keeps the
 * newest thousand and forgets what is older.
 */
export class LogTail {
  readonly #key: string;
  readonly #listeners = new Set<() => void>();
  #state: LogTailState = { entries: [], error: null, isLoaded: false };
  #cursor = 0;
  #count = 0;
  #stop: AbortController | null = null;

  constructor(key: string) {
    this.#key = key;
  }

  get = (): LogTailState => this.#state;

  /** Follows as long as somebody listens. */
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    if (this.#stop === null) void this.#follow();
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      this.#stop?.abort();
      this.#stop = null;
    };
  };

  /** Forgets what there is; what comes is shown. */
  clear(): void {
    this.#set({ entries: [] });
  }

  async #follow(): Promise<void> {
    const stop = new AbortController();
    this.#stop = stop;
    while (!stop.signal.aborted) {
      const hasAnswer = await this.#ask(stop.signal);
      await rest(hasAnswer ? REST_MS : RETRY_MS, stop.signal);
    }
  }

  async #ask(signal: AbortSignal): Promise<boolean> {
    const path = `/api/stream_function_logs?cursor=${this.#cursor}`;
    try {
      const answer = await adminRequest(path, { key: this.#key, signal });
      if (signal.aborted) return false;
      this.#receive(answer as StreamedLogs);
      return true;
    } catch (error) {
      if (signal.aborted) return false;
      const reason = error instanceof Error ? error.message : String(error);
      this.#set({ error: reason });
      return false;
    }
  }

  #receive({ entries, newCursor }: StreamedLogs): void {
    this.#cursor = newCursor;
    const fresh = entries.map((entry) => logEntry(entry, this.#count++));
    const known = this.#state.entries;
    this.#set({
      entries:
        fresh.length === 0
          ? known
          : [...fresh.reverse(), ...known].slice(0, MAX_ENTRIES),
      error: null,
      isLoaded: true,
    });
  }

  #set(change: Partial<LogTailState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}

function rest(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
