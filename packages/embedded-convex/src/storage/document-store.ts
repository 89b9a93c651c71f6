/** One record to write, or to delete when `text` is null. */
export type StoreChange = {
  readonly key: string;
  readonly text: string | null;
};

export type StoreRecord = readonly [key: string, text: string];

/**
 * Durable storage for documents. Every implementation guarantees:
 *
 * - **Atomic**: after a crash at any moment, either all changes of a `write`
 *   are stored or none.
 * - **Durable**: once `write` has resolved, its changes survive `kill -9` and
 *   power loss.
 * - **Ordered**: if a `write` is stored, so is every `write` that resolved
 *   before it was called.
 * - **Asynchronous**: waiting for the disk never blocks the event loop.
 * - **Exclusive**: only one process at a time can open a store.
 *
 * Callers await one `write` before they call the next.
 */
export interface DocumentStore {
  /** Yields every record in ascending key order, in batches. */
  records(): AsyncIterable<readonly StoreRecord[]>;

  /**
   * Applies `changes` in order, as one unit. Resolves when they are durable;
   * rejects when they cannot be written.
   */
  write(changes: readonly StoreChange[]): Promise<void>;

  /**
   * Waits for a running write, then releases the store. May be called more than
   * once.
   */
  close(): Promise<void>;
}
