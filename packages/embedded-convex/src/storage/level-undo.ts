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
  /** What was in the database's folder. */
  readonly #found: readonly string[];

  private constructor(
    directory: string,
    aside: string,
    found: readonly string[],
  ) {
    this.#directory = directory;
    this.#aside = aside;
    this.#found = found;
  }

  /** Call it before the database in `directory` is opened. */
  static async prepare(directory: string): Promise<LevelUndo> {
    const aside = `${asidePrefix(directory)}${process.pid}`;
    await rm(aside, { recursive: true, force: true });
    await mkdir(aside);
    const found = await readdir(directory);
    for (const name of found.filter((one) => one !== LOCK)) {
      await keep(join(directory, name), join(aside, name));
    }
    return new LevelUndo(directory, aside, found);
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

  /**
   * Restores all files. The database must be closed. If that fails, the files
   * stay where they are, and the cause of the undoing is what must be told.
   */
  async undo(): Promise<void> {
    await this.#restore().catch(() => {});
  }

  async #restore(): Promise<void> {
    const kept = await readdir(this.#aside);
    const now = await readdir(this.#directory);
    // CURRENT comes after the files that it needs, and before the others go, so
    // that a kill in between leaves a database that can be opened.
    const isCurrent = (name: string) => name === CURRENT;
    const rest = kept.filter((name) => !isCurrent(name));
    for (const name of [...rest, ...kept.filter(isCurrent)]) {
      await rename(join(this.#aside, name), join(this.#directory, name));
    }
    for (const name of now.filter((one) => !this.#found.includes(one))) {
      await rm(join(this.#directory, name), { recursive: true });
    }
    await this.withdraw();
  }
}

function asidePrefix(directory: string): string {
  return `${directory}.opening-`;
}

/** Ignores a file that another process, which has it open, has deleted. */
async function keep(file: string, second: string): Promise<void> {
  try {
    await link(file, second);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return;
    // Not every file system has second names for files.
    await copyFile(file, second, constants.COPYFILE_EXCL);
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : null;
}
