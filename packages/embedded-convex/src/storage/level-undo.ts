import { copyFile, link, mkdir, readdir, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { codeOf, isMissing, nullIfMissing } from "../base/error-code";
import { readLiveManifest, tableName } from "./check-level";

/** LevelDB holds this file's lock, so it must stay the same file. */
const LOCK = "LOCK";
const CURRENT = "CURRENT";

/**
 * Undoes the opening of a LevelDB database. Opening moves the log's records to a
 * table and deletes files that the manifest does not list. If the records then
 * turn out to be wrong, these files are what a repair needs.
 *
 * LevelDB never changes a table or log that is in use: it makes new files and
 * deletes old ones. So a second name keeps their content and takes no space.
 * Others are copied: LevelDB may give a new file the name of one that the
 * manifest does not list, and overwrites that.
 */
export class LevelUndo {
  private constructor(
    private readonly directory: string,
    /** A folder beside the database's, with all its files. */
    private readonly aside: string,
    /** What was in the database's folder. */
    private readonly found: readonly string[],
  ) {}

  /**
   * Call it before the database in `directory` is opened. Leaves nothing behind
   * when it throws, as it does on a full disk.
   */
  static async prepare(directory: string): Promise<LevelUndo> {
    const aside = `${asidePrefix(directory)}${process.pid}`;
    await rm(aside, { recursive: true, force: true });
    const undo = new LevelUndo(directory, aside, await readdir(directory));
    try {
      await undo.#keepAll();
      return undo;
    } catch (error) {
      await undo.withdraw();
      throw error;
    }
  }

  async #keepAll(): Promise<void> {
    await mkdir(this.aside);
    const fixed = await namesInUse(this.directory, this.found);
    for (const name of this.found.filter((one) => one !== LOCK)) {
      const file = join(this.directory, name);
      const second = join(this.aside, name);
      // Another process, which has the database open, may delete it.
      await (
        fixed.has(name) ? keepByName(file, second) : copyFile(file, second)
      ).catch(nullIfMissing);
    }
  }

  /**
   * Call it when the opening of a database, new or not, is not to be undone.
   * Also removes what killed processes left behind, so the caller must have the
   * database open.
   */
  static async forget(directory: string): Promise<void> {
    const parent = dirname(directory);
    const prefix = basename(asidePrefix(directory));
    for (const name of await readdir(parent)) {
      if (!name.startsWith(prefix)) continue;
      const folder = join(parent, name);
      await rm(folder, { recursive: true, force: true }).catch(ifRefilled);
    }
  }

  /** Removes only the folder of this process: another has the database open. */
  async withdraw(): Promise<void> {
    await rm(this.aside, { recursive: true, force: true });
  }

  /**
   * Restores all files. The database must be closed. If that fails, the files
   * stay where they are, and the cause of the undoing is what must be told.
   */
  async undo(): Promise<void> {
    await this.#restore().catch(() => {});
  }

  async #restore(): Promise<void> {
    const kept = await readdir(this.aside);
    const now = await readdir(this.directory);
    // CURRENT comes after the files that it needs, and before the others go, so
    // that a kill in between leaves a database that can be opened.
    const isCurrent = (name: string) => name === CURRENT;
    const rest = kept.filter((name) => !isCurrent(name));
    for (const name of [...rest, ...kept.filter(isCurrent)]) {
      await rename(join(this.aside, name), join(this.directory, name));
    }
    for (const name of now.filter((one) => !this.found.includes(one))) {
      await rm(join(this.directory, name), { recursive: true });
    }
    await this.withdraw();
  }
}

function asidePrefix(directory: string): string {
  return `${directory}.opening-`;
}

/** The tables and logs that LevelDB will read; none if that cannot be told. */
async function namesInUse(
  directory: string,
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  const manifest = await readLiveManifest(directory).catch(() => null);
  if (manifest === null) return new Set();
  const { tables, logNumber } = manifest;
  const isLog = (name: string) =>
    name.endsWith(".log") && Number.parseInt(name, 10) >= logNumber;
  return new Set([
    ...Array.from(tables.keys(), tableName),
    ...names.filter(isLog),
  ]);
}

async function keepByName(file: string, second: string): Promise<void> {
  await link(file, second).catch((error: unknown) => {
    if (isMissing(error)) throw error;
    // Not every file system has second names for files.
    return copyFile(file, second);
  });
}

/** A process that finds the database in use removes its folder itself. */
function ifRefilled(error: unknown): void {
  if (codeOf(error) !== "ENOTEMPTY") throw error;
}
