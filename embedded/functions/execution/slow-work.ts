import { availableParallelism } from "node:os";
import { WorkGate } from "../../base/work-gate";

/** libuv's own default; it has long begun when our code could change it. */
const DEFAULT_POOL_THREADS = 4;
const THREADS_FOR_THE_DISK = 2;

/**
 * Hashing a password keeps a thread of libuv's pool busy for a tenth of a
 * second. The disk is written by the same pool: when everybody signs in at
 * once, hashes wait for each other here, and not commits for all of them.
 */
export const slowWork = new WorkGate(threadsForSlowWork());

function threadsForSlowWork(): number {
  const given = Number(process.env.UV_THREADPOOL_SIZE);
  const threads = given > 0 ? given : DEFAULT_POOL_THREADS;
  const free = Math.min(threads - THREADS_FOR_THE_DISK, availableParallelism());
  return Math.max(1, free);
}
