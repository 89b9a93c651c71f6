import { statSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { findTable, readLiveManifest } from "./check-level";
import { DamagedDataError } from "./damaged-data-error";

/**
 * The resolution of a folder's modification time: two changes within this time
 * may have the same one. `VERY_COARSE_MS` is for file systems that store whole
 * seconds.
 */
const COARSE_MS = 50;
const VERY_COARSE_MS = 2000;
const NANOSECONDS_PER_MILLISECOND = 1_000_000n;
const NANOSECONDS_PER_SECOND = 1_000_000_000n;

/**
 * Detects when the files of an open store are deleted or moved. The operating
 * system keeps a deleted file usable while a process has it open: LevelDB would
 * write and sync without an error, and the data would be gone when it ends. And
 * without the file that is locked, another process could open the store, too:
 * each would delete what the other one writes.
 *
 * A folder's modification time changes when files are added or removed, so in
 * most calls one `stat` is enough. After a change, the live manifest tells
 * which files must exist.
 */
export class LevelFiles {
  readonly #directory: string;
  readonly #inode: bigint;
  readonly #lock: bigint | null;
  /** The content of `CURRENT`, which changes only when a process opens it. */
  readonly #current: string;
  /**
   * The folder's modification time when all files were last found in it; null
   * when the next call must read the folder again.
   */
  #settledStamp: bigint | null = null;
  /**
   * The highest log number seen. It never decreases, because LevelDB creates
   * the new log before it deletes the previous one.
   */
  #newestLog = -1;
  /** The file with that number, which alone holds the newest records. */
  #newestLogInode: bigint | null = null;

  private constructor(directory: string, inode: bigint, current: string) {
    this.#directory = directory;
    this.#inode = inode;
    this.#lock = lockOf(directory);
    this.#current = current;
  }

  /**
   * @param directory the folder of an open LevelDB database
   * @throws DamagedDataError when files are missing already
   */
  static async watch(directory: string): Promise<LevelFiles> {
    const { ino } = statSync(directory, { bigint: true });
    const current = await readCurrent(directory);
    const files = new LevelFiles(directory, ino, current);
    await files.assertThere();
    return files;
  }

  /**
   * Call it after a sync, to know that the synced files still have names.
   *
   * @throws DamagedDataError when the directory lacks files
   * @throws Error when it was moved or deleted
   */
  async assertThere(): Promise<void> {
    const stamp = this.#readStamp();
    if (stamp === this.#settledStamp) return;
    await this.#assertComplete();
    this.#settledStamp = isSettled(stamp) ? stamp : null;
  }

  #readStamp(): bigint {
    // Synchronous: the kernel has the answer cached, so the call is faster than
    // a round trip through the thread pool.
    const found = statSync(this.#directory, {
      bigint: true,
      throwIfNoEntry: false,
    });
    if (found?.ino === this.#inode) return found.mtimeNs;
    throw new Error(`${this.#directory} has been taken away`);
  }

  async #assertComplete(): Promise<void> {
    // Try again: LevelDB may replace files between reading the manifest and
    // listing the directory.
    const isComplete = (await this.#isComplete()) || (await this.#isComplete());
    if (isComplete) return;
    const problem = "has lost files, or another process has opened it";
    throw new DamagedDataError(this.#directory, problem);
  }

  async #isComplete(): Promise<boolean> {
    if (lockOf(this.#directory) !== this.#lock) return false;
    const current = await readCurrent(this.#directory).catch(() => null);
    if (current !== this.#current) return false;
    const manifest = await readLiveManifest(this.#directory).catch(() => null);
    if (manifest === null) return false;
    const names = await readdir(this.#directory);
    const newestName = names
      .filter((name) => name.endsWith(".log"))
      .reduce((max, name) => (numberOf(name) > numberOf(max) ? name : max), "");
    const newestLog = numberOf(newestName);
    const inode = inodeOf(join(this.#directory, newestName));
    const isLogLost =
      newestLog < manifest.logNumber ||
      newestLog < this.#newestLog ||
      (newestLog === this.#newestLog && inode !== this.#newestLogInode);
    if (newestLog > this.#newestLog) {
      this.#newestLog = newestLog;
      this.#newestLogInode = inode;
    }
    const tables = [...manifest.tables.keys()];
    return (
      !isLogLost &&
      tables.every((number) => findTable(names, number) !== undefined)
    );
  }
}

/** Returns the inode of the file that is locked, or null if it is missing. */
function lockOf(directory: string): bigint | null {
  return inodeOf(join(directory, "LOCK"));
}

/** Returns null if the file is missing. */
function inodeOf(file: string): bigint | null {
  return statSync(file, { bigint: true, throwIfNoEntry: false })?.ino ?? null;
}

/** Returns the number that a log's name begins with; -1 for no name. */
function numberOf(name: string): number {
  return name === "" ? -1 : Number.parseInt(name, 10);
}

function readCurrent(directory: string): Promise<string> {
  return readFile(join(directory, "CURRENT"), "latin1");
}

function isSettled(stamp: bigint): boolean {
  const isWholeSecond = stamp % NANOSECONDS_PER_SECOND === 0n;
  const changedMs = Number(stamp / NANOSECONDS_PER_MILLISECOND);
  const waitMs = isWholeSecond ? VERY_COARSE_MS : COARSE_MS;
  return changedMs + waitMs < Date.now();
}
