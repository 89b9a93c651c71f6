/** One record to write, or to delete when `text` is null. */
export type StoreChange = {
  readonly key: string;
  readonly text: string | null;
};

/** A stored record: its key and its text. */
export type StoreRecord = readonly [key: string, text: string];

/**
 * Where documents outlive the process. An implementation promises:
 *
 * - **Atomic**: after a crash at any moment, a `write` is there as a whole or
 *   not at all.
 * - **Durable**: when `write` resolves, its changes survive `kill -9` and the
 *   loss of power.
 * - **Ordered**: a `write` is never there without every `write` that resolved
 *   before it was called.
 * - **Asynchronous**: waiting for the disk never blocks the event loop.
 * - **Exclusive**: one process at a time has a store open.
 *
 * Callers await one `write` before they call the next.
 */
export interface DocumentStore {
  /** Yields every record in ascending key order, in batches. */
  records(): AsyncIterable<readonly StoreRecord[]>;

  /** Applies `changes` in order, as one unit; rejects when the disk refuses. */
  write(changes: readonly StoreChange[]): Promise<void>;

  /** Waits for a running write and lets go of everything. Safe to call twice. */
  close(): Promise<void>;
}
