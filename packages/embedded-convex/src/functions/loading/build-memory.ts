import { stat } from "node:fs/promises";

/** A build's result, and the files that it depends on. */
type Build<Result> = { result: Result; inputs: Iterable<string> };

type Remembered<Result> = {
  key: string;
  result: Result;
  stamps: ReadonlyMap<string, string>;
};

/**
 * Coarsest timestamp resolution of a file system. A file written this shortly
 * before a build may have been written again while it was read, without a new
 * timestamp.
 */
const COARSEST_CLOCK_MS = 2_000;

/** Caches one build until one of its input files changes. */
export class BuildMemory<Result> {
  #last: Remembered<Result> | null = null;

  /**
   * Returns the last result if it is current, or else builds.
   *
   * @param key identifies all inputs other than files
   */
  async get(key: string, build: () => Promise<Build<Result>>): Promise<Result> {
    if (this.#last?.key === key && (await isCurrent(this.#last.stamps))) {
      return this.#last.result;
    }
    this.#last = null;
    const startedAtMs = Date.now();
    const { result, inputs } = await build();
    const stamps = await stampsOf(inputs, startedAtMs);
    if (stamps !== null) this.#last = { key, result, stamps };
    return result;
  }
}

async function isCurrent(
  stamps: ReadonlyMap<string, string>,
): Promise<boolean> {
  const comparisons = [...stamps].map(
    async ([file, stamp]) => (await stampOf(file))?.text === stamp,
  );
  return (await Promise.all(comparisons)).every(Boolean);
}

/** Null when a file is too new to tell whether it changed while it was read. */
async function stampsOf(
  files: Iterable<string>,
  startedAtMs: number,
): Promise<Map<string, string> | null> {
  const stamps = new Map<string, string>();
  const entries = Array.from(files, async (file) => {
    const stamp = await stampOf(file);
    if (stamp === null || !isUnchangedFor(stamp, startedAtMs)) return false;
    stamps.set(file, stamp.text);
    return true;
  });
  return (await Promise.all(entries)).every(Boolean) ? stamps : null;
}

/** What identifies the state of a file or folder. */
export type Stamp = { text: string; changedAtMs: number };

/** Whether the file is certainly unchanged since a build started. */
export function isUnchangedFor(stamp: Stamp, startedAtMs: number): boolean {
  return stamp.changedAtMs < startedAtMs - COARSEST_CLOCK_MS;
}

/**
 * Includes inode and ctime: package managers give all files one mtime. Null if
 * there is no such file.
 */
export async function stampOf(file: string): Promise<Stamp | null> {
  try {
    const { ino, size, mtimeMs, ctimeMs } = await stat(file);
    return {
      text: `${ino} ${size} ${mtimeMs} ${ctimeMs}`,
      changedAtMs: Math.max(mtimeMs, ctimeMs),
    };
  } catch {
    return null;
  }
}
