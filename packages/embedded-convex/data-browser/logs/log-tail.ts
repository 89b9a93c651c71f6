import { adminRequest } from "../requests/admin-request";
import { errorMessage } from "../ui/error-message";
import { type LogEntry, logEntry, type StreamedLogs } from "./log-entry";

/** The backend keeps as many. */
const MAX_ENTRIES = 1_000;
/** A pause between requests: on a busy deployment each one returns at once. */
const REST_MS = 250;
const RETRY_MS = 3_000;

type LogTailState = {
  /** Newest first. */
  entries: readonly LogEntry[];
  /** Why the last request failed. */
  error: string | null;
  /** Whether a first response has arrived. */
  isLoaded: boolean;
};

/**
 * Follows a deployment's log by long polling, starting with the calls that the
 * backend still has. Keeps the newest thousand.
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

  /** Polls as long as there is a listener. */
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

  /** Drops all entries; new ones still arrive. */
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
      this.#set({ error: errorMessage(error) });
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
