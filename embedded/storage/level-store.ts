/**
 * Documents in LevelDB. Chosen because it installs from npm without a build
 * step, syncs on its own threads, and comes back from `kill -9` with every
 * acknowledged batch.
 */
import { mkdir } from "node:fs/promises";
import { ClassicLevel } from "classic-level";
import { ClosedError } from "../base/errors";
import type { DocumentStore, StoreChange, StoreRecord } from "./document-store";
import { StoreLockedError } from "./store-locked-error";

const RECORDS_PER_BATCH = 1000;

export class LevelStore implements DocumentStore {
  readonly #level: ClassicLevel;
  #isClosed = false;

  private constructor(level: ClassicLevel) {
    this.#level = level;
  }

  /**
   * @param directory made if it does not exist
   * @throws StoreLockedError when another process has it open
   */
  static async open(directory: string): Promise<LevelStore> {
    await mkdir(directory, { recursive: true });
    const level = new ClassicLevel(directory);
    try {
      await level.open();
    } catch (error) {
      throw isLockError(error) ? new StoreLockedError(directory, error) : error;
    }
    return new LevelStore(level);
  }

  async *records(): AsyncGenerator<readonly StoreRecord[]> {
    this.#assertOpen();
    const iterator = this.#level.iterator({ fillCache: false });
    try {
      for (;;) {
        const records = await iterator.nextv(RECORDS_PER_BATCH);
        if (records.length === 0) return;
        yield records;
      }
    } finally {
      await iterator.close();
    }
  }

  async write(changes: readonly StoreChange[]): Promise<void> {
    this.#assertOpen();
    const operations = changes.map(({ key, text }) =>
      text === null
        ? { type: "del" as const, key }
        : { type: "put" as const, key, value: text },
    );
    await this.#level.batch(operations, { sync: true });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#level.close();
  }

  #assertOpen(): void {
    if (this.#isClosed) throw new ClosedError("document store");
  }
}

function isLockError(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return (
    typeof cause === "object" &&
    cause !== null &&
    "code" in cause &&
    cause.code === "LEVEL_LOCKED"
  );
}
