import { BusyError } from "./errors";
import { type Asker, FairQueue } from "./fair-queue";
import type { QuotaLimits } from "./quota";

const UNLIMITED: QuotaLimits = { perAddress: Infinity, total: Infinity };

/**
 * Limits how many asynchronous tasks run at once. Others wait in a fair
 * queue.
 */
export class WorkGate {
  readonly #waiting = new FairQueue<() => void>();
  #running = 0;

  /**
   * @param limit maximum number of concurrent tasks, at least 1
   * @param maxWaiting maximum number of waiting tasks; further ones are refused
   */
  constructor(
    private readonly limit: number,
    private readonly maxWaiting: QuotaLimits = UNLIMITED,
  ) {}

  /**
   * @param work called when a slot is free
   * @returns the result of `work`
   * @throws BusyError at once when too many tasks wait
   */
  async run<Result>(
    work: () => Promise<Result>,
    asker?: Asker,
  ): Promise<Result> {
    if (this.#running >= this.limit) await this.#turn(asker);
    else this.#running++;
    try {
      return await work();
    } finally {
      this.#pass();
    }
  }

  /**
   * Lends the slot of running work to others while it waits for something else. Then it
   * goes on at once: what it waited for has made it wait already.
   */
  async lend<Result>(wait: () => Promise<Result>): Promise<Result> {
    this.#pass();
    try {
      return await wait();
    } finally {
      this.#running++;
    }
  }

  #turn(asker?: Asker): Promise<void> {
    const { perAddress, total } = this.maxWaiting;
    const waiting = this.#waiting;
    if (waiting.sizeOf(asker) >= perAddress || waiting.size >= total) {
      throw new BusyError();
    }
    return new Promise((resolve) => waiting.add(resolve, asker));
  }

  /** Hands the slot to the next waiting task, so that none overtakes it. */
  #pass(): void {
    const isOver = this.#running > this.limit;
    const next = isOver ? undefined : this.#waiting.take();
    if (next === undefined) this.#running--;
    else next();
  }
}
