/** Delayed callbacks, injected like the clock so that tests control time. */
export type Timers = {
  /**
   * Calls `callback` once after `delayMs` milliseconds; 0 or less means at
   * once.
   * @returns a function that cancels the call
   */
  schedule(delayMs: number, callback: () => void): () => void;
  /** Milliseconds that have passed, whatever happens to the clock. */
  steadyNow(): number;
};

/** Maximum time between two looks at the clock: timers stand still while a laptop sleeps. */
export const CLOCK_LOOK_MS = 60_000;

/** setTimeout treats a longer delay as 1 ms. */
const MAX_DELAY_MS = 2 ** 31 - 1;

/**
 * Node's timers, unreferenced so that they do not keep the process alive. A
 * delay over 24.8 days ends early: callers that need more must check the clock
 * again.
 */
export const systemTimers: Timers = {
  schedule(delayMs, callback) {
    const delay = Math.min(Math.max(delayMs, 0), MAX_DELAY_MS);
    const timer = setTimeout(callback, delay).unref();
    return () => clearTimeout(timer);
  },
  steadyNow: () => performance.now(),
};

/** Those of the moment, which a test may have replaced by fake ones. */
export const currentTimers: Timers = {
  schedule(delayMs, callback) {
    const { setTimeout, clearTimeout } = globalThis;
    const timer = setTimeout(callback, Math.min(delayMs, MAX_DELAY_MS));
    timer.unref();
    return () => clearTimeout(timer);
  },
  steadyNow: () => performance.now(),
};

export function wait(timers: Timers, delayMs: number): Promise<void> {
  return new Promise((resolve) => {
    timers.schedule(delayMs, resolve);
  });
}

/** Resolves when `work` does, or after `graceMs`. */
export async function within(
  work: Promise<unknown>,
  graceMs: number,
): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, graceMs);
  });
  await Promise.race([work, deadline]);
  clearTimeout(timer);
}
