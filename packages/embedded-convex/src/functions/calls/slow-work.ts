import { availableParallelism } from "node:os";
import { MAX_WAITING_HASHES } from "../../base/client-limits";
import { WorkGate } from "../../base/work-gate";

/** libuv's default. Its pool has started before our code could enlarge it. */
const DEFAULT_POOL_THREADS = 4;
const THREADS_FOR_THE_DISK = 2;

/**
 * Limits concurrent password hashing. A hash occupies a thread of libuv's pool
 * for more than a tenth of a second, and disk writes use the same pool: when
 * many users sign in at once, hashes must queue here instead of delaying
 * commits. A client that signs in endlessly delays only itself.
 */
export const slowWork = new WorkGate(threadsForSlowWork(), MAX_WAITING_HASHES);

function threadsForSlowWork(): number {
  const given = Number(process.env.UV_THREADPOOL_SIZE);
  const threads = given > 0 ? given : DEFAULT_POOL_THREADS;
  const free = Math.min(threads - THREADS_FOR_THE_DISK, availableParallelism());
  return Math.max(1, free);
}
