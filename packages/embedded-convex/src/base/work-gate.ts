import { BusyError } from "./errors";
import { type Asker, FairQueue } from "./fair-queue";
import { FairShares } from "./fair-shares";

/**
 * Limits how many asynchronous tasks run at once. Others wait in a fair
 * queue.
 */
export class WorkGate {
  readonly #waiting = new FairQueue<() => void>();
  readonly #places: FairShares;
  #running = 0;

  /**
   * @param limit maximum number of concurrent tasks, at least 1
   * @param maxWaiting maximum number of waiting tasks, which askers share
   */
  constructor(
    private readonly limit: number,
    maxWaiting = Infinity,
  ) {
    this.#places = new FairShares(maxWaiting);
  }

  /**
   * @param work called when a slot is free
   * @returns the result of `work`
   * @throws BusyError when too many tasks wait, also later, when others have a better
   *   right to the place
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

  #turn(whoever?: Asker): Promise<void> {
    // They may sign in or out while they wait.
    const asker = whoever && { ...whoever };
    return new Promise((resolve, reject) => {
      const refuse = () => reject(new BusyError());
      const place = this.#places.open(asker, () => {
        this.#waiting.remove(go, asker);
        refuse();
      });
      const go = () => {
        place.close();
        resolve();
      };
      if (place.hold(1)) this.#waiting.add(go, asker);
      else refuse();
    });
  }

  /** Hands the slot to the next waiting task, so that none overtakes it. */
  #pass(): void {
    const isOver = this.#running > this.limit;
    const next = isOver ? undefined : this.#waiting.take();
    if (next === undefined) this.#running--;
    else next();
  }
}
