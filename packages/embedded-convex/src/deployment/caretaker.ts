import type { Clock } from "../base/clock";
import type { Logger } from "../base/logger";
import type { Timers } from "../base/timers";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Interval between checks that the data is still in place. */
const LOOK_MS = 1_000;
/** Delay after the start, so that clients that reconnect are served first. */
const FIRST_TIDY_MS = 10 * MINUTE_MS;
/** The hour of the nightly clean-up, in the machine's time zone. */
const TIDY_HOUR = 4;

type Options = {
  store: { assertThere(): void; compact(): Promise<void> };
  pruneOutbox(): Promise<void>;
  clock: Clock;
  timers: Timers;
  logger: Logger;
  /** Called when the store's files are no longer in place. */
  onLost: (error: unknown) => void;
};

/**
 * Maintains the data directory while the server runs: checks that it is still
 * in place, deletes old mails and compacts the store.
 */
export class Caretaker {
  #stopLooking: () => void = () => {};
  #stopTidying: () => void = () => {};
  #tidying: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(private readonly options: Options) {
    this.#lookLater();
    this.#tidyAfter(FIRST_TIDY_MS);
  }

  /**
   * Deletes old mails, and removes deleted documents from the disk, which
   * LevelDB would keep for an unknown time. Logs errors and does not throw.
   */
  async tidy(): Promise<void> {
    const { store, logger } = this.options;
    await this.options.pruneOutbox().catch((error: unknown) => {
      logger.error("Old mails could not be deleted", error);
    });
    await store.compact().catch((error: unknown) => {
      logger.error("The store could not be compacted", error);
    });
  }

  /** Stops the timers and waits for a running clean-up. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#stopLooking();
    this.#stopTidying();
    await this.#tidying;
  }

  #lookLater(): void {
    const { store, timers, onLost } = this.options;
    this.#stopLooking = timers.schedule(LOOK_MS, () => {
      try {
        store.assertThere();
      } catch (error) {
        return onLost(error);
      }
      this.#lookLater();
    });
  }

  #tidyAfter(delayMs: number): void {
    const { timers, clock } = this.options;
    this.#stopTidying = timers.schedule(delayMs, () => {
      this.#tidying = this.tidy().then(() => {
        if (!this.#isClosed) this.#tidyAfter(untilNight(clock.now()));
      });
    });
  }
}

function untilNight(nowMs: number): number {
  const night = new Date(nowMs);
  night.setHours(TIDY_HOUR, 0, 0, 0);
  const delayMs = night.getTime() - nowMs;
  return delayMs > 0 ? delayMs : delayMs + DAY_MS;
}
