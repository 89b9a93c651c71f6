import { consoleLogger, type Logger } from "./logger";
import { systemTimers, type Timers } from "./timers";

/** Ample for a busy event; a gigabyte or two a day. */
const MESSAGES_PER_SECOND = 50;
const MAX_BURST = 1_000;
const SECOND_MS = 1000;

/**
 * Passes so many messages on and counts the others. Anyone can make calls that fail,
 * and each is a line: thousands a second would fill the disk, which data need.
 */
export class BoundedLogger implements Logger {
  readonly #logger: Logger;
  readonly #timers: Timers;
  #allowance = MAX_BURST;
  #countedAt: number;
  #leftOut = 0;

  constructor(logger: Logger, timers: Timers = systemTimers) {
    this.#logger = logger;
    this.#timers = timers;
    this.#countedAt = timers.steadyNow();
  }

  info(message: string): void {
    if (this.#mayPass()) this.#logger.info(message);
  }

  warn(message: string): void {
    if (this.#mayPass()) this.#logger.warn(message);
  }

  error(message: string, cause?: unknown): void {
    if (!this.#mayPass()) return;
    if (cause === undefined) this.#logger.error(message);
    else this.#logger.error(message, cause);
  }

  #mayPass(): boolean {
    const now = this.#timers.steadyNow();
    const passed = (now - this.#countedAt) / SECOND_MS;
    this.#countedAt = now;
    const grown = this.#allowance + passed * MESSAGES_PER_SECOND;
    this.#allowance = Math.min(MAX_BURST, grown);
    if (this.#allowance >= 1) {
      this.#allowance -= 1;
      return true;
    }
    if (this.#leftOut === 0) {
      this.#timers.schedule(SECOND_MS, () => this.#tellLeftOut());
    }
    this.#leftOut += 1;
    return false;
  }

  #tellLeftOut(): void {
    const count = this.#leftOut;
    this.#leftOut = 0;
    this.#logger.warn(`${count} messages were left out: too many at once`);
  }
}

/** For messages that clients can cause. */
export const boundedConsole = new BoundedLogger(consoleLogger);
