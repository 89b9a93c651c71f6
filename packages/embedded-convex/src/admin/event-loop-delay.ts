import { monitorEventLoopDelay } from "node:perf_hooks";

const RESOLUTION_MS = 20;
const NANOSECONDS_PER_MILLISECOND = 1e6;

/** Delay of timers, in milliseconds. */
type Delays = { p50: number; p99: number; max: number };

const NONE: Delays = { p50: 0, p99: 0, max: 0 };

/** Measures the event loop's delay in the current window and the one before. */
export class EventLoopDelay {
  readonly #histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  #before = NONE;

  constructor() {
    this.#histogram.enable();
  }

  /** Ends the current window and begins the next. */
  turn(): void {
    this.#before = this.#now();
    this.#histogram.reset();
  }

  read(): Delays {
    const now = this.#now();
    return {
      p50: Math.max(now.p50, this.#before.p50),
      p99: Math.max(now.p99, this.#before.p99),
      max: Math.max(now.max, this.#before.max),
    };
  }

  close(): void {
    this.#histogram.disable();
  }

  #now(): Delays {
    if (this.#histogram.count === 0) return NONE;
    return {
      p50: beyondResolution(this.#histogram.percentile(50)),
      p99: beyondResolution(this.#histogram.percentile(99)),
      max: beyondResolution(this.#histogram.max),
    };
  }
}

/** The histogram measures timer intervals, of at least `RESOLUTION_MS`. */
function beyondResolution(nanoseconds: number): number {
  const ms = nanoseconds / NANOSECONDS_PER_MILLISECOND - RESOLUTION_MS;
  return Math.max(0, Math.round(ms * 100) / 100);
}
