import { wait, type Timers } from "../../base/timers";

/**
 * What becomes of mutations that conflict. `queue`: they run again, one after the
 * other, so that all of them get through. `convex`: as on Convex, a commit takes
 * a while, and a mutation that conflicts with four retries fails.
 */
export type ConflictPolicy = "queue" | "convex";

/** Convex's `UDF_EXECUTOR_OCC_MAX_RETRIES` and its backoffs. */
const MAX_RETRIES = 4;
const FIRST_BACKOFF_MS = 100;
const MAX_BACKOFF_MS = 2000;

/** About what a write to the database of a deployment takes. */
export const COMMIT_MS = 20;

/**
 * Runs attempts until one gives an outcome.
 *
 * @param attempt gives undefined after a conflict
 * @returns undefined when the last attempt conflicted, too
 */
export async function retryAsConvex<Outcome>(
  timers: Timers,
  attempt: () => Promise<Outcome | undefined>,
): Promise<Outcome | undefined> {
  for (let failures = 0; ; failures++) {
    const outcome = await attempt();
    if (outcome !== undefined || failures === MAX_RETRIES) return outcome;
    const longest = Math.min(FIRST_BACKOFF_MS * 2 ** failures, MAX_BACKOFF_MS);
    await wait(timers, Math.random() * longest);
  }
}

export function commitAsConvex(timers: Timers): Promise<void> {
  return wait(timers, COMMIT_MS);
}
