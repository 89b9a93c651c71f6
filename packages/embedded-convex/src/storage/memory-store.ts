import { ClosedError } from "../base/errors";
import type { DocumentStore, StoreChange, StoreRecord } from "./document-store";

/** The contents of a `MemoryStore`; pass them to another one to "reopen" it. */
export type MemoryDisk = Map<string, string>;

/** Keeps documents in memory; they live as long as `disk` does. */
export class MemoryStore implements DocumentStore {
  readonly #disk: MemoryDisk;
  #isClosed = false;

  constructor(disk: MemoryDisk = new Map()) {
    this.#disk = disk;
  }

  async *records(): AsyncGenerator<readonly StoreRecord[]> {
    this.#assertOpen();
    const records = [...this.#disk].sort(([a], [b]) => (a < b ? -1 : 1));
    if (records.length > 0) yield records;
  }

  async write(changes: readonly StoreChange[]): Promise<void> {
    this.#assertOpen();
    await Promise.resolve();
    for (const { key, text } of changes) {
      if (text === null) this.#disk.delete(key);
      else this.#disk.set(key, text);
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
  }

  /** There is no disk to look after. */
  assertThere(): void {}
  async settle(): Promise<void> {}
  async compact(): Promise<void> {}

  #assertOpen(): void {
    if (this.#isClosed) throw new ClosedError("document store");
  }
}
