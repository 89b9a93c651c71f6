/**
 * A queue for mutations that keep conflicting. They run one after the other,
 * so that each of them has the others out of its way and gets through.
 */
export class RetryLane {
  #tail: Promise<void> = Promise.resolve();

  /**
   * Runs `task` when all before it have left the lane. It leaves by calling
   * `release`, or when it ends.
   */
  async run<Result>(
    task: (release: () => void) => Promise<Result>,
  ): Promise<Result> {
    const before = this.#tail;
    let release = (): void => undefined;
    this.#tail = new Promise((resolve) => {
      release = resolve;
    });
    await before;
    try {
      return await task(release);
    } finally {
      release();
    }
  }
}
