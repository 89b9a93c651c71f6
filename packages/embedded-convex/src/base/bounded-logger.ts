import { codeOf, isSystemError } from "./error-code";
import { consoleLogger, type Logger } from "./logger";
import { systemTimers, type Timers } from "./timers";

/** Ample for a busy event; a gigabyte or two a day. */
const MESSAGES_PER_SECOND = 50;
const MAX_BURST = 1_000;
const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;

/**
 * Passes so many messages on and counts the others. Anyone can make calls that fail,
 * and each is a line: thousands a second would fill the disk, which data need.
 *
 * What the operating system refuses, such as space on a full disk, it refuses again at
 * the next call, and our stack does not tell why. So such an error is one line, and
 * its repetitions are counted for a minute.
 */
export class BoundedLogger implements Logger {
  #allowance = MAX_BURST;
  #countedAt: number;
  #leftOut = 0;
  /** Errors of the system in the last minute, and how often each was repeated. */
  readonly #repeated = new Map<string, number>();

  constructor(
    private readonly logger: Logger,
    private readonly timers: Timers = systemTimers,
  ) {
    this.#countedAt = timers.steadyNow();
  }

  info(message: string): void {
    if (this.#mayPass()) this.logger.info(message);
  }

  warn(message: string): void {
    if (this.#mayPass()) this.logger.warn(message);
  }

  error(message: string, cause?: unknown): void {
    if (isSystemError(cause)) {
      this.#systemError(message, cause);
      return;
    }
    if (!this.#mayPass()) return;
    if (cause === undefined) this.logger.error(message);
    else this.logger.error(message, cause);
  }

  #systemError(message: string, cause: Error & { syscall: unknown }): void {
    // Without the path, which may be another one each time.
    const key = `${message} ${String(codeOf(cause))} ${String(cause.syscall)}`;
    const repeated = this.#repeated.get(key);
    if (repeated !== undefined) {
      this.#repeated.set(key, repeated + 1);
      return;
    }
    if (!this.#mayPass()) return;
    const line = `${message}: ${cause.message}`;
    this.logger.error(line);
    this.#repeated.set(key, 0);
    this.timers.schedule(MINUTE_MS, () => {
      const more = this.#repeated.get(key) ?? 0;
      this.#repeated.delete(key);
      if (more > 0) this.logger.error(`${line} (${more} more in a minute)`);
    });
  }

  #mayPass(): boolean {
    const now = this.timers.steadyNow();
    const passed = (now - this.#countedAt) / SECOND_MS;
    this.#countedAt = now;
    const grown = this.#allowance + passed * MESSAGES_PER_SECOND;
    this.#allowance = Math.min(MAX_BURST, grown);
    if (this.#allowance >= 1) {
      this.#allowance -= 1;
      return true;
    }
    if (this.#leftOut === 0) {
      this.timers.schedule(SECOND_MS, () => this.#tellLeftOut());
    }
    this.#leftOut += 1;
    return false;
  }

  #tellLeftOut(): void {
    const count = this.#leftOut;
    this.#leftOut = 0;
    this.logger.warn(`${count} messages were left out: too many at once`);
  }
}

/** For messages that clients can cause. */
export const boundedConsole = new BoundedLogger(consoleLogger);
