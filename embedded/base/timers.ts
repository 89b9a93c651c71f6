/**
 * Calls back later. Injected together with the clock, so that tests decide
 * when time passes.
 */
export type Timers = {
  /**
   * Calls `callback` once after `delayMs`, which may be 0 or less.
   * @returns a function that prevents it
   */
  schedule(delayMs: number, callback: () => void): () => void;
};

/** setTimeout waits 1 ms instead of any longer time. */
const MAX_DELAY_MS = 2 ** 31 - 1;

/**
 * The machine's timers; they do not keep a process alive. A delay beyond 24
 * days ends early, so who waits that long must look at the clock again.
 */
export const systemTimers: Timers = {
  schedule(delayMs, callback) {
    const delay = Math.min(Math.max(delayMs, 0), MAX_DELAY_MS);
    const timer = setTimeout(callback, delay).unref();
    return () => clearTimeout(timer);
  },
};

/** @returns a promise that resolves after `delayMs` */
export function wait(timers: Timers, delayMs: number): Promise<void> {
  return new Promise((resolve) => {
    timers.schedule(delayMs, resolve);
  });
}
