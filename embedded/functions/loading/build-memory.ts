import { stat } from "node:fs/promises";

/** What a build gave, and the files that it depends on. */
type Build<Result> = { result: Result; inputs: Iterable<string> };

type Remembered<Result> = {
  key: string;
  result: Result;
  stamps: ReadonlyMap<string, string>;
};

/**
 * A file that was written this shortly before a build may have been written
 * again while it was read, within what its file system can tell apart.
 */
const COARSEST_CLOCK_MS = 2_000;

/** Remembers one build for as long as none of its files changes. */
export class BuildMemory<Result> {
  #last: Remembered<Result> | null = null;

  /**
   * Returns what the build before gave, or else builds.
   *
   * @param key names everything but files that the build depends on
   */
  async get(key: string, build: () => Promise<Build<Result>>): Promise<Result> {
    if (this.#last?.key === key && (await isCurrent(this.#last.stamps))) {
      return this.#last.result;
    }
    this.#last = null;
    const startedAtMs = Date.now();
    const { result, inputs } = await build();
    const stamps = await stampsOf(inputs, startedAtMs - COARSEST_CLOCK_MS);
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

/** Null when a file is too young to be sure that it was read as it is. */
async function stampsOf(
  files: Iterable<string>,
  writtenBeforeMs: number,
): Promise<Map<string, string> | null> {
  const stamps = new Map<string, string>();
  const entries = Array.from(files, async (file) => {
    const stamp = await stampOf(file);
    if (stamp === null || stamp.changedAtMs >= writtenBeforeMs) return false;
    stamps.set(file, stamp.text);
    return true;
  });
  return (await Promise.all(entries)).every(Boolean) ? stamps : null;
}

/** Package managers set all times of writing to one date: others matter too. */
async function stampOf(
  file: string,
): Promise<{ text: string; changedAtMs: number } | null> {
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
