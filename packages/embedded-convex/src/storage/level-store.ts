/**
 * Stores documents in LevelDB. It was chosen because it installs from npm
 * without a build step, syncs off the main thread, and recovers every
 * acknowledged batch after `kill -9`.
 */
import { constants, statSync } from "node:fs";
import { type FileHandle, mkdir, open, readdir } from "node:fs/promises";
import { join } from "node:path";
import { ClassicLevel } from "classic-level";
import { codeOf } from "../base/error-code";
import { ClosedError, messageOf } from "../base/errors";
import { DamagedDataError, StoreLockedError } from "./store-errors";
import type { DocumentStore, StoreChange, StoreRecord } from "./document-store";
import { LevelUndo } from "./level-undo";
import { checkTables, noteTables } from "./table-digests";

const RECORDS_PER_BATCH = 1000;
/** LevelDB's file that names the manifest. */
const CURRENT = "CURRENT";
/** These sort before and after every key in use. */
const FIRST_KEY = "\0";
const LAST_KEY = "\x7f";
/**
 * How many writes there were: part of each write, and then, before it is
 * acknowledged, in a file beside LevelDB's. LevelDB skips what it cannot read of
 * a log, and ends it where a crash may have cut it short, without a word: if
 * acknowledged writes are lost at its end, the store has a smaller number than
 * the file. (What is lost before its end, the sum of the records tells.)
 */
const COUNT_KEY = "\x01";
const COUNT_FILE = "WRITES";
const COUNT_LENGTH = 16;
/** Many make a new table. */
const WRITES_PER_NOTE = 1000;

export class LevelStore implements DocumentStore {
  /** The inode of the file that is locked. */
  readonly #lock: bigint | null;
  /** Null once the store is settled, and for a new one. */
  #undo: LevelUndo | null;
  #isClosed = false;
  #countFile: FileHandle | null = null;
  #count = 0;
  #noting = Promise.resolve();

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
    const names = await readdir(directory);
    const isNew = names.length === 0;
    if (!isNew && !names.includes(CURRENT))
      throw new DamagedDataError(join(directory, CURRENT), "is missing");
    await checkTables(directory);
    const undo = isNew ? null : await LevelUndo.prepare(directory);
    const level = await openLevel(directory, undo);
    const store = new LevelStore(directory, level, undo);
    try {
      await store.#compareCounts();
      return store;
    } catch (error) {
      await store.close();
      throw error;
    }
  }

  async #compareCounts(): Promise<void> {
    const file = join(this.directory, COUNT_FILE);
    this.#countFile = await open(file, constants.O_RDWR | constants.O_CREAT);
    const acknowledged = Number(await this.#countFile.readFile("latin1"));
    const count = await this.level.get(COUNT_KEY).catch(unreadable);
    this.#count = Number(count ?? 0);
    if (this.#count < acknowledged) {
      const missing = acknowledged - this.#count;
      const problem = `its newest changes are missing: ${missing} of ${acknowledged}. To do without them, delete ${file}`;
      throw new DamagedDataError(null, problem);
    }
  }

  /**
   * Call it when the store is used from now on, even if nothing is written to
   * it. Before that, `close` leaves it as it was found.
   */
  async settle(): Promise<void> {
    this.#undo = null;
    await LevelUndo.forget(this.directory);
    void this.#note();
  }

  /** Notes the tables that are new since the last time, in turn. */
  #note(): Promise<void> {
    return (this.#noting = this.#noting
      .then(() => noteTables(this.directory, this.level))
      .catch(() => {}));
  }

  async *records(): AsyncGenerator<readonly StoreRecord[]> {
    this.#assertOpen();
    const iterator = this.level.iterator({ gt: COUNT_KEY, fillCache: false });
    try {
      for (;;) {
        const records = await iterator
          .nextv(RECORDS_PER_BATCH)
          .catch(unreadable);
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
    const count = String(++this.#count);
    batch.put(COUNT_KEY, count);
    await batch.write({ sync: true });
    await this.#countFile?.write(count.padEnd(COUNT_LENGTH), 0);
    if (this.#count % WRITES_PER_NOTE === 0) void this.#note();
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
    await this.#note();
  }

  /**
   * Writes all records to tables before closing, so that the digests cover them.
   *
   * A store that was not settled is left as it was found: its records, or what
   * was to be done with them, may have been refused.
   */
  async close(): Promise<void> {
    const undo = this.#undo;
    const isSettled = !this.#isClosed && undo === null;
    this.#undo = null;
    this.#isClosed = true;
    if (isSettled) {
      await this.level.compactRange(FIRST_KEY, FIRST_KEY).catch(() => {});
      await this.#note();
    }
    await this.level.close();
    await this.#countFile?.close();
    this.#countFile = null;
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

function unopenable(directory: string, error: unknown): DamagedDataError {
  const problem = `cannot be opened (${String(causeOf(error))})`;
  return new DamagedDataError(directory, problem, error);
}

function unreadable(error: unknown): never {
  if (!isCorruption(error)) throw error;
  throw new DamagedDataError(null, "its documents cannot be read", error);
}

/** Also what LevelDB says of files that are missing, and of places outside of a file. */
function isCorruption(error: unknown): boolean {
  const isOfFile =
    codeOf(error) === "LEVEL_IO_ERROR" &&
    /(?:No such file or directory|Invalid argument)$/.test(messageOf(error));
  return isOfFile || codeOf(error) === "LEVEL_CORRUPTION";
}

function isLockError(error: unknown): boolean {
  return codeOf(causeOf(error)) === "LEVEL_LOCKED";
}

function causeOf(error: unknown): unknown {
  return error instanceof Error ? error.cause : undefined;
}
