/** Convex's scheduler takes times within five years from now. */
const REACH_MS = 4 * 366 * 24 * 60 * 60 * 1000;

/**
 * Returns when to look at what is due at `at`: then, at once if that is past, or as late
 * as the scheduler takes it. A job that looks too early schedules the next look.
 */
export function withinReach(at: number): number {
  const now = Date.now();
  return Math.min(Math.max(at, now), now + REACH_MS);
}
