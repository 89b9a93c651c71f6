import {
  constants,
  copyFile,
  link,
  mkdir,
  readdir,
  rename,
  rm,
} from "node:fs/promises";
import { basename, dirname, join } from "node:path";

/** LevelDB holds this file's lock, so it must stay the same file. */
const LOCK = "LOCK";
const CURRENT = "CURRENT";

/**
 * Undoes the opening of a LevelDB database. Opening moves the log's records to a
 * table and deletes files that the manifest does not list. If the records then
 * turn out to be wrong, these files are what a repair needs.
 *
 * LevelDB never changes a file that an earlier process wrote: it makes a new one
 * and deletes the old one. So a second name for each file keeps its content and
 * takes no space.
 */
export class LevelUndo {
  readonly #directory: string;
  /** A folder beside the database's, with a second name for each file. */
  readonly #aside: string;
  readonly #names: readonly string[];

  private constructor(
    directory: string,
    aside: string,
    names: readonly string[],
  ) {
    this.#directory = directory;
    this.#aside = aside;
    this.#names = names;
  }

  /** Call it before the database in `directory` is opened. */
  static async prepare(directory: string): Promise<LevelUndo> {
    const aside = `${asidePrefix(directory)}${process.pid}`;
    await rm(aside, { recursive: true, force: true });
    await mkdir(aside);
    const names = await readdir(directory);
    const kept = [];
    for (const name of names.filter((one) => one !== LOCK)) {
      const isKept = await keep(join(directory, name), join(aside, name));
      if (isKept) kept.push(name);
    }
    return new LevelUndo(directory, aside, kept);
  }

  /**
   * Call it when the opening is not to be undone. Also removes what killed
   * processes left behind, so the caller must have the database open.
   */
  async forget(): Promise<void> {
    const parent = dirname(this.#directory);
    const prefix = basename(asidePrefix(this.#directory));
    for (const name of await readdir(parent)) {
      if (!name.startsWith(prefix)) continue;
      await rm(join(parent, name), { recursive: true, force: true });
    }
  }

  /** Removes only the folder of this process: another has the database open. */
  async withdraw(): Promise<void> {
    await rm(this.#aside, { recursive: true, force: true });
  }

  /** Restores all files. The database must be closed. */
  async undo(): Promise<void> {
    const isNew = (name: string) => !this.#names.includes(name);
    const added = (await readdir(this.#directory)).filter(isNew);
    // CURRENT comes after the files that it needs, and before the others go, so
    // that a kill in between leaves a database that can be opened.
    const isCurrent = (name: string) => name === CURRENT;
    const rest = this.#names.filter((name) => !isCurrent(name));
    for (const name of [...rest, ...this.#names.filter(isCurrent)]) {
      await rename(join(this.#aside, name), join(this.#directory, name));
    }
    for (const name of added.filter((one) => one !== LOCK)) {
      await rm(join(this.#directory, name), { recursive: true });
    }
    await this.withdraw();
  }
}

function asidePrefix(directory: string): string {
  return `${directory}.opening-`;
}

/** Returns false for a file that another process has deleted meanwhile. */
async function keep(file: string, second: string): Promise<boolean> {
  try {
    // Not every file system has second names for files.
    await link(file, second).catch((error: unknown) => {
      if (codeOf(error) === "ENOENT") throw error;
      return copyFile(file, second, constants.COPYFILE_EXCL);
    });
    return true;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return false;
    throw error;
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : null;
}
