import { copyFile, link, mkdtemp, readdir, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { isMissing, nullIfMissing } from "../base/error-code";

/** LevelDB holds this file's lock, so it must stay the same file. */
const LOCK = "LOCK";
const CURRENT = "CURRENT";

/**
 * Undoes the opening of a LevelDB database. Opening moves the log's records to a
 * table, drops those that it cannot read, and deletes files that the manifest
 * does not list. If the records then turn out to be wrong, these files are what a
 * repair needs.
 */
export class LevelUndo {
  private constructor(
    private readonly directory: string,
    /** A folder beside the database's, with all its files. */
    readonly aside: string,
    /** What was in the database's folder. */
    private readonly found: readonly string[],
  ) {}

  /**
   * Call it before the database in `directory` is opened. Leaves nothing behind
   * when it throws, as it does on a full disk. The folder of a process that was
   * killed stays until a later start has found all records.
   */
  static async prepare(directory: string): Promise<LevelUndo> {
    const aside = await mkdtemp(asidePrefix(directory));
    const undo = new LevelUndo(directory, aside, await readdir(directory));
    try {
      await undo.#keepAll();
      return undo;
    } catch (error) {
      await undo.withdraw();
      throw error;
    }
  }

  /**
   * Logs and tables are never changed, so a second name keeps their content and
   * takes no space. Others are copied, and so are tables behind the newest log:
   * they may be leftovers, whose numbers LevelDB gives to new files.
   */
  async #keepAll(): Promise<void> {
    const logs = this.found.filter((name) => name.endsWith(".log"));
    const newest = Math.max(...logs.map((name) => Number.parseInt(name, 10)));
    for (const name of this.found.filter((one) => one !== LOCK)) {
      const isFixed =
        /\.(?:log|ldb)$/.test(name) && Number.parseInt(name, 10) <= newest;
      const keep = isFixed ? linkOrCopy : copyFile;
      // Another process, which has the database open, may delete it.
      await keep(join(this.directory, name), join(this.aside, name)).catch(
        nullIfMissing,
      );
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
      // Another process, which finds the database in use, may be filling it.
      await rm(join(parent, name), { recursive: true }).catch(() => {});
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

async function linkOrCopy(file: string, second: string): Promise<void> {
  await link(file, second).catch((error: unknown) => {
    if (isMissing(error)) throw error;
    // Not every file system has second names for files.
    return copyFile(file, second);
  });
}
