import { stop } from "esbuild";

/** Long enough to keep esbuild running between two edits or pushes. */
const IDLE_MS = 60_000;

let users = 0;
let stopping: NodeJS.Timeout | undefined;

/**
 * Runs work that calls esbuild, and stops esbuild's process after a minute
 * without work, because it never returns memory. The next call starts a new
 * one.
 */
export async function withEsbuild<Result>(
  work: () => Promise<Result>,
): Promise<Result> {
  users++;
  clearTimeout(stopping);
  try {
    return await work();
  } finally {
    users--;
    if (users === 0) stopping = setTimeout(() => void stop(), IDLE_MS).unref();
  }
}
