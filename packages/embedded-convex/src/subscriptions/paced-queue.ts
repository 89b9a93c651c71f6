import type { Timers } from "../base/timers";

/** Rest per cost of a turn: work then takes a tenth of the time. */
const REST_FACTOR = 9;
/** Limits the rest after work that took long because the server was busy. */
const MAX_REST_MS = 5_000;

type Entry<Item> = { item: Item; costMs: number };

/**
 * Rate-limits costly work. Items take turns, and each turn is followed by a
 * rest in proportion to its cost, so that the rest of the server keeps nine
 * tenths of the time under any load.
 *
 *   idle ──add──▶ resting ──rest over, something waits──▶ resting
 *     ▲──────────rest over, nothing waits──┘
 */
export class PacedQueue<Item> {
  #waiting: Entry<Item>[] = [];
  #stopRest: (() => void) | null = null;

  /** @param take starts the work; returns false when there is nothing to do */
  constructor(
    private readonly timers: Timers,
    private readonly take: (item: Item) => boolean,
  ) {}

  /** Takes `item` at once when idle, or else when its turn comes. */
  add(item: Item, costMs: number): void {
    this.#waiting.push({ item, costMs });
    if (this.#stopRest === null) this.#takeNext();
  }

  /** Takes all waiting items at once, without rests. */
  takeAll(): void {
    for (const { item } of this.#waiting.splice(0)) this.take(item);
  }

  /** Drops all waiting items. */
  close(): void {
    this.#stopRest?.();
    this.#waiting = [];
  }

  #takeNext(): void {
    this.#stopRest = null;
    for (;;) {
      const next = this.#waiting.shift();
      if (next === undefined) return;
      if (!this.take(next.item)) continue;
      const restMs = Math.min(next.costMs * REST_FACTOR, MAX_REST_MS);
      this.#stopRest = this.timers.schedule(next.costMs + restMs, () =>
        this.#takeNext(),
      );
      return;
    }
  }
}
