import { stat } from "node:fs/promises";

/**
 * Coarsest timestamp resolution of a file system. A file written this shortly
 * before a build may have been written again while it was read, without a new
 * timestamp.
 */
const COARSEST_CLOCK_MS = 2_000;

/** The state of files by path; `""` for a file that does not exist. */
export type Stamps = ReadonlyMap<string, string>;

/** Whether no file has changed since the stamps were taken. */
export async function areCurrent(stamps: Stamps): Promise<boolean> {
  const comparisons = [...stamps].map(
    async ([path, text]) => ((await stampOf(path))?.text ?? "") === text,
  );
  return (await Promise.all(comparisons)).every(Boolean);
}

/**
 * @param startedAtMs when the build started that read the files
 * @returns null when one may have changed since then
 */
export async function stampsOf(
  paths: Iterable<string>,
  startedAtMs: number,
): Promise<Stamps | null> {
  const entries = await Promise.all(
    Array.from(paths, async (path) => [path, await stampOf(path)] as const),
  );
  const isSettled = entries.every(
    ([, stamp]) =>
      stamp === null || stamp.changedAtMs < startedAtMs - COARSEST_CLOCK_MS,
  );
  if (!isSettled) return null;
  return new Map(entries.map(([path, stamp]) => [path, stamp?.text ?? ""]));
}

/** What identifies the state of a file or folder. */
type Stamp = { text: string; changedAtMs: number };

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
