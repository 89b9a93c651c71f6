import {
  COSTLY_READ_REST_MS,
  MAX_NEWCOMERS_REST_MS,
} from "../base/client-limits";
import { systemTimers, type Timers, wait } from "../base/timers";
import { turns } from "../base/turns";
import { neighbourhoodOf } from "./ip-network";

/** New connections of one address, and when the next of them may be read. */
type Line = { waiting: (() => void)[]; restsUntilMs: number };

/**
 * Reads new connections one after the other; addresses take turns. Whoever is
 * refused for what is costly to read comes again at once, often with many others:
 * so each such read delays the next new connection of its address a little. Open
 * connections and other addresses do not wait.
 */
export class Newcomers {
  readonly #timers: Timers;
  readonly #lines = new Map<string, Line>();
  #isReading = false;

  constructor(timers: Timers = systemTimers) {
    this.#timers = timers;
  }

  /** @param read starts to read from the connection */
  add(address: string, read: () => void): void {
    this.#line(address).waiting.push(read);
    if (!this.#isReading) void this.#readAll();
  }

  /** Reports that a connection was refused for what it made the server read. */
  noteCostlyRead(address: string): void {
    const line = this.#line(address);
    const nowMs = this.#timers.steadyNow();
    const fromMs = Math.max(line.restsUntilMs, nowMs);
    const untilMs = fromMs + COSTLY_READ_REST_MS;
    line.restsUntilMs = Math.min(untilMs, nowMs + MAX_NEWCOMERS_REST_MS);
    if (!this.#isReading) void this.#readAll();
  }

  #line(address: string): Line {
    const key = neighbourhoodOf(address);
    const known = this.#lines.get(key);
    if (known !== undefined) return known;
    const line = { waiting: [], restsUntilMs: 0 };
    this.#lines.set(key, line);
    return line;
  }

  async #readAll(): Promise<void> {
    this.#isReading = true;
    while (this.#lines.size > 0) {
      await turns.long();
      const read = this.#take();
      if (read === null) await wait(this.#timers, COSTLY_READ_REST_MS);
      else read();
    }
    this.#isReading = false;
  }

  /** Takes the next connection that may be read; null while all have to wait. */
  #take(): (() => void) | null {
    const nowMs = this.#timers.steadyNow();
    for (const [address, line] of this.#lines) {
      if (line.restsUntilMs > nowMs) continue;
      const read = line.waiting.shift();
      this.#lines.delete(address);
      if (read === undefined) continue;
      // The next address comes first.
      this.#lines.set(address, line);
      return read;
    }
    return null;
  }
}
