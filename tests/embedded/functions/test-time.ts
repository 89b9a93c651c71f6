import type { Clock } from "../../../embedded/base/clock";
import type { Timers } from "../../../embedded/base/timers";

type Timer = { dueMs: number; callback: () => void };

/** A clock and timers that move only when a test says so. */
export class TestTime implements Clock, Timers {
  #nowMs: number;
  readonly #timers = new Set<Timer>();

  constructor(startMs = Date.UTC(2025, 9, 11, 12)) {
    this.#nowMs = startMs;
  }

  now(): number {
    return this.#nowMs;
  }

  schedule(delayMs: number, callback: () => void): () => void {
    const timer = { dueMs: this.#nowMs + Math.max(0, delayMs), callback };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  /** Lets time pass, timer by timer, and the work that they start settle. */
  async advance(byMs: number): Promise<void> {
    const endMs = this.#nowMs + byMs;
    await settle();
    for (;;) {
      const next = this.#nextTimer();
      if (next === undefined || next.dueMs > endMs) break;
      this.#timers.delete(next);
      this.#nowMs = Math.max(this.#nowMs, next.dueMs);
      next.callback();
      await settle();
    }
    this.#nowMs = endMs;
  }

  #nextTimer(): Timer | undefined {
    return [...this.#timers].sort((a, b) => a.dueMs - b.dueMs)[0];
  }
}

/** Lets everything happen that needs neither time nor the outside world. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) {
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  }
}
