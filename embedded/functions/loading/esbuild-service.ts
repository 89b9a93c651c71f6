import { stop } from "esbuild";

/** As long as somebody who edits or deploys may well be back. */
const IDLE_MS = 60_000;

let users = 0;
let stopping: NodeJS.Timeout | undefined;

/**
 * Runs work that calls esbuild. Its process holds on to all the memory it ever
 * needed: when it has had nothing to do for a minute it ends, and the next
 * call starts another.
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
