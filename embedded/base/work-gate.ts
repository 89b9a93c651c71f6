/**
 * Lets so many pieces of work run at once; the others wait for their turn, first
 * come, first served.
 */
export class WorkGate {
  readonly #limit: number;
  readonly #waiting = new Set<() => void>();
  #running = 0;

  /** @param limit at least 1 */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /**
   * @param work called when it is its turn
   * @returns what it gives
   */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#running === this.#limit) await this.#turn();
    else this.#running++;
    try {
      return await work();
    } finally {
      this.#pass();
    }
  }

  #turn(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.add(resolve);
    });
  }

  /** Gives the place to whoever waits longest, so that nobody slips between. */
  #pass(): void {
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#running--;
      return;
    }
    this.#waiting.delete(next);
    next();
  }
}
