/**
 * A queue for mutations that keep conflicting. They run one at a time, and so
 * cannot conflict with each other.
 */
export class RetryLane {
  #tail: Promise<void> = Promise.resolve();

  /**
   * Runs `task` when all earlier tasks have left the lane. A task leaves when
   * it calls `release` or settles.
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
