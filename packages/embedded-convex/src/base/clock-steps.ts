import type { Clock } from "./clock";
import type { Timers } from "./timers";

/** Smaller steps are ordinary clock corrections (NTP). */
export const SMALL_STEP_MS = 5000;
/** Maximum time between two readings of the clock, which may be set. */
export const MAX_WAIT_MS = 60_000;

/** Detects that the wall clock was put back. */
export class ClockSteps {
  readonly #clock: Clock;
  readonly #timers: Timers;
  /** Difference between the wall clock and monotonic time. */
  #offsetMs: number;

  constructor(clock: Clock, timers: Timers) {
    this.#clock = clock;
    this.#timers = timers;
    this.#offsetMs = this.#currentOffset();
  }

  /**
   * @returns the milliseconds by which the clock was put back since the last
   *   call; 0 for a small step
   */
  look(): number {
    const offsetMs = this.#currentOffset();
    const stepMs = this.#offsetMs - offsetMs;
    this.#offsetMs = offsetMs;
    return stepMs > SMALL_STEP_MS ? stepMs : 0;
  }

  #currentOffset(): number {
    return this.#clock.now() - this.#timers.steadyNow();
  }
}
