type Esbuild = typeof import("esbuild");

/** Long enough to keep esbuild running between two edits or pushes. */
const IDLE_MS = 60_000;

/** Loaded on demand: a start with a cached bundle does not need it. */
let esbuild: Esbuild | undefined;
let users = 0;
let stopping: NodeJS.Timeout | undefined;

/**
 * Runs work that calls esbuild, and stops esbuild's process after a minute
 * without work, because it never returns memory. The next call starts a new
 * one.
 */
export async function withEsbuild<Result>(
  work: (esbuild: Esbuild) => Promise<Result>,
): Promise<Result> {
  users++;
  clearTimeout(stopping);
  try {
    esbuild ??= await import("esbuild");
    return await work(esbuild);
  } finally {
    users--;
    if (users === 0) {
      stopping = setTimeout(() => void stopEsbuild(), IDLE_MS).unref();
    }
  }
}

/** Ends esbuild's process, if there is one, to free its memory. */
export async function stopEsbuild(): Promise<void> {
  await esbuild?.stop();
}
