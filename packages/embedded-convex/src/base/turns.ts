/** Maximum time for such work in one iteration of the event loop. */
const ROUND_MS = 5;
const MAX_SHORT_PER_ROUND = 16;

/**
 * Divides long work among iterations of the event loop, so that other clients'
 * messages are read and answered in between. Each iteration has a few
 * milliseconds for short work, and then one piece of long work.
 */
export class Turns {
  readonly #short = new Set<() => void>();
  readonly #long = new Set<() => void>();
  #armed = 0;
  /** Start of the work in this iteration. */
  #beganAt: number | null = null;

  /** Whether the time of this iteration is used up, so that work must wait. */
  get isRoundOver(): boolean {
    const now = performance.now();
    if (this.#beganAt !== null) return now - this.#beganAt > ROUND_MS;
    this.#beganAt = now;
    setImmediate(() => {
      this.#beganAt = null;
    });
    return false;
  }

  /** Resolves when the caller may do a short piece of work. */
  short(): Promise<void> {
    return this.#wait(this.#short);
  }

  /** Resolves when the caller may do a long piece of work, after short ones. */
  long(): Promise<void> {
    return this.#wait(this.#long);
  }

  #wait(waiting: Set<() => void>): Promise<void> {
    return new Promise((resolve) => {
      waiting.add(resolve);
      this.#arm();
    });
  }

  /** Microtasks of one immediate finish before the next immediate. */
  #arm(): void {
    const short = Math.min(this.#short.size, MAX_SHORT_PER_ROUND);
    const long = this.#long.size > 0 ? 1 : 0;
    for (; this.#armed < short + long; this.#armed++) {
      setImmediate(() => this.#step());
    }
  }

  #step(): void {
    this.#armed--;
    const isLast = this.#armed === 0;
    const isLongs = isLast && this.#long.size > 0;
    // At least one continues in each iteration, so that nobody starves.
    if (isLongs) takeFirst(this.#long);
    else if (isLast || !this.isRoundOver) takeFirst(this.#short);
    if (isLast) this.#arm();
  }
}

function takeFirst(waiting: Set<() => void>): void {
  const [first] = waiting;
  if (first === undefined) return;
  waiting.delete(first);
  first();
}

/** One instance, because the process has one event loop. */
export const turns = new Turns();
