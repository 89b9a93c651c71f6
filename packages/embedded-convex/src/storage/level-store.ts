/**
 * Stores documents in LevelDB. It was chosen because it installs from npm
 * without a build step, syncs off the main thread, and recovers every
 * acknowledged batch after `kill -9`.
 */
import { statSync } from "node:fs";
import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { ClassicLevel } from "classic-level";
import { codeOf } from "../base/error-code";
import { ClosedError } from "../base/errors";
import { checkLevel } from "./check-level";
import { DamagedDataError, StoreLockedError } from "./store-errors";
import type { DocumentStore, StoreChange, StoreRecord } from "./document-store";
import { LevelUndo } from "./level-undo";

const RECORDS_PER_BATCH = 1000;
const RECHECK_MS = 50;
const MAX_CHECKS = 3;
/** These sort before and after every key in use. */
const FIRST_KEY = "\0";
const LAST_KEY = "\x7f";

export class LevelStore implements DocumentStore {
  /** The inode of the file that is locked. */
  readonly #lock: bigint | null;
  /** Null once the store is settled, and for a new one. */
  #undo: LevelUndo | null;
  #isClosed = false;

  private constructor(
    private readonly directory: string,
    private readonly level: ClassicLevel,
    undo: LevelUndo | null,
  ) {
    this.#lock = this.#lockNow();
    this.#undo = undo;
  }

  /**
   * Opens the store in `directory`. Creates the directory if it does not exist,
   * and a store in it if it is empty.
   *
   * @throws StoreLockedError when another process has the store open
   * @throws DamagedDataError when a file is missing or damaged; no file is
   *   changed then
   */
  static async open(directory: string): Promise<LevelStore> {
    await mkdir(directory, { recursive: true });
    const isNew = (await readdir(directory)).length === 0;
    if (!isNew) await checkAgain(directory);
    const undo = isNew ? null : await LevelUndo.prepare(directory);
    const level = await openLevel(directory, undo);
    return new LevelStore(directory, level, undo);
  }

  /**
   * Call it when the store is used from now on, even if nothing is written to
   * it. Before that, `close` leaves it as it was found.
   */
  async settle(): Promise<void> {
    this.#undo = null;
    await LevelUndo.forget(this.directory);
  }

  async *records(): AsyncGenerator<readonly StoreRecord[]> {
    this.#assertOpen();
    const iterator = this.level.iterator({ fillCache: false });
    try {
      for (;;) {
        const records = await iterator
          .nextv(RECORDS_PER_BATCH)
          .catch((error: unknown) => {
            throw isCorruption(error) ? unreadable(error) : error;
          });
        if (records.length === 0) return;
        yield records;
      }
    } finally {
      await iterator.close();
    }
  }

  async write(changes: readonly StoreChange[]): Promise<void> {
    this.#assertOpen();
    if (this.#undo !== null) await this.settle();
    // A chained batch takes a fifth of an array's time per record.
    const batch = this.level.batch();
    for (const { key, text } of changes) {
      if (text === null) batch.del(key);
      else batch.put(key, text);
    }
    await batch.write({ sync: true });
    this.assertThere();
  }

  /**
   * Throws when the directory of the open store was moved or deleted. A deleted
   * file stays usable while a process has it open: LevelDB would go on writing
   * without an error, and another process could open the store, too.
   */
  assertThere(): void {
    if (this.#isClosed || this.#lockNow() === this.#lock) return;
    throw new Error(`${this.directory} has been taken away`);
  }

  /** Synchronous: the kernel has the answer cached. */
  #lockNow(): bigint | null {
    const options = { bigint: true, throwIfNoEntry: false } as const;
    return statSync(join(this.directory, "LOCK"), options)?.ino ?? null;
  }

  /**
   * Removes deleted and overwritten records from the disk. LevelDB otherwise
   * keeps them until a compaction reaches their table.
   */
  async compact(): Promise<void> {
    this.#assertOpen();
    // Compacting writes the records in memory to a table first. The two
    // deletions make that table span all keys, so that LevelDB rewrites every
    // table on the levels below.
    for (let round = 0; round < 2; round++) {
      await this.level.batch([
        { type: "del", key: FIRST_KEY },
        { type: "del", key: LAST_KEY },
      ]);
      await this.level.compactRange(FIRST_KEY, LAST_KEY);
    }
  }

  /**
   * Writes all records to tables before closing, so that the log is empty. A
   * truncated copy of a log can look complete; a truncated table is detected,
   * because the manifest has its size.
   *
   * A store that was not settled is left as it was found: its records, or what
   * was to be done with them, may have been refused.
   */
  async close(): Promise<void> {
    const undo = this.#undo;
    this.#undo = null;
    if (!this.#isClosed && undo === null) {
      this.#isClosed = true;
      await this.level.compactRange(FIRST_KEY, FIRST_KEY).catch(() => {});
    }
    this.#isClosed = true;
    await this.level.close();
    await undo?.undo();
  }

  #assertOpen(): void {
    if (this.#isClosed) throw new ClosedError("document store");
  }
}

/** @param undo null for a new store, which is created */
async function openLevel(
  directory: string,
  undo: LevelUndo | null,
): Promise<ClassicLevel> {
  const level = new ClassicLevel(directory, { createIfMissing: undo === null });
  try {
    await level.open();
  } catch (error) {
    if (!isLockError(error)) {
      await undo?.undo();
      throw isCorruption(causeOf(error)) ? unopenable(directory, error) : error;
    }
    await undo?.withdraw();
    const text = `Another process is using the data directory ${directory}`;
    throw new StoreLockedError(text, { cause: error });
  }
  return level;
}

/**
 * Repeats a failed check: another process may have the store open, and a check
 * that reads one file after the other may see some from before a change and some
 * from after it.
 */
async function checkAgain(directory: string): Promise<void> {
  for (let round = 1; ; round++) {
    try {
      return await checkLevel(directory);
    } catch (error) {
      const isDamage = error instanceof DamagedDataError;
      if (!isDamage || round === MAX_CHECKS) throw error;
      await wait(RECHECK_MS);
    }
  }
}

function unopenable(directory: string, error: unknown): DamagedDataError {
  const problem = `cannot be opened (${String(causeOf(error))})`;
  return new DamagedDataError(directory, problem, error);
}

function unreadable(error: unknown): DamagedDataError {
  return new DamagedDataError(null, "its documents cannot be read", error);
}

function isCorruption(error: unknown): boolean {
  return codeOf(error) === "LEVEL_CORRUPTION";
}

function isLockError(error: unknown): boolean {
  return codeOf(causeOf(error)) === "LEVEL_LOCKED";
}

function causeOf(error: unknown): unknown {
  return error instanceof Error ? error.cause : undefined;
}
