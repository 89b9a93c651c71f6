import type { Clock } from "../../src/base/clock";
import type { Timers } from "../../src/base/timers";

type Timer = { dueMs: number; callback: () => void };

/** A clock and timers that move only when a test says so. */
export class TestTime implements Clock, Timers {
  #steadyMs = 0;
  #clockMs: number;
  readonly #timers = new Set<Timer>();

  constructor(startMs = Date.UTC(2025, 9, 11, 12)) {
    this.#clockMs = startMs;
  }

  now(): number {
    return this.#clockMs;
  }

  schedule(delayMs: number, callback: () => void): () => void {
    const timer = { dueMs: this.#steadyMs + Math.max(0, delayMs), callback };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  steadyNow(): number {
    return this.#steadyMs;
  }

  /** Sets the clock, which no timer notices. */
  step(byMs: number): void {
    this.#clockMs += byMs;
  }

  /** Lets time pass without any timer, as long work does. */
  pause(byMs: number): void {
    this.#passUntil(this.#steadyMs + byMs);
  }

  /** Lets time pass, timer by timer, and the work that they start settle. */
  async advance(byMs: number): Promise<void> {
    const endMs = this.#steadyMs + byMs;
    await settle();
    for (;;) {
      const next = this.#nextTimer();
      if (next === undefined || next.dueMs > endMs) break;
      this.#timers.delete(next);
      this.#passUntil(Math.max(this.#steadyMs, next.dueMs));
      next.callback();
      await settle();
    }
    this.#passUntil(Math.max(this.#steadyMs, endMs));
  }

  #passUntil(steadyMs: number): void {
    this.#clockMs += steadyMs - this.#steadyMs;
    this.#steadyMs = steadyMs;
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
