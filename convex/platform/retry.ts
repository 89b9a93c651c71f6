/**
 * When a sender tries again what failed and may succeed later: eight attempts, over half an hour to an hour. The pauses are
 * random, so that what failed together does not come back at once.
 */
export const MAX_ATTEMPTS = 8;
/** Longer than an attempt takes (mail.ts). */
const FIRST_PAUSE_MS = 15_000;

/** Milliseconds between the start of an attempt, from 1, and that of the next. */
export function pauseAfter(attempt: number): number {
  return FIRST_PAUSE_MS * 2 ** (attempt - 1) * (1 + Math.random());
}
