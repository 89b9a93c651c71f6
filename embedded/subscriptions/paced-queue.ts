import type { Timers } from "../base/timers";

/** After each turn, a rest of so many times its cost: a tenth of the time is work. */
const REST_FACTOR = 9;
/** What took long because something else held it up need not wait for minutes. */
const MAX_REST_MS = 5_000;

type Entry<Item> = { item: Item; costMs: number };

/**
 * Gives costly work its turns, one after the other, each followed by a rest in
 * proportion to its cost; so however much of it there is, the rest of the
 * server keeps nine tenths of its time.
 *
 *   idle ──add──▶ resting ──rest over, something waits──▶ resting
 *     ▲──────────rest over, nothing waits──┘
 */
export class PacedQueue<Item> {
  readonly #timers: Timers;
  readonly #take: (item: Item) => boolean;
  #waiting: Entry<Item>[] = [];
  #stopRest: (() => void) | null = null;

  /** @param take starts the work; returns whether there was still any to do */
  constructor(timers: Timers, take: (item: Item) => boolean) {
    this.#timers = timers;
    this.#take = take;
  }

  /** Takes `item` at once if nothing rests, else when its turn has come. */
  add(item: Item, costMs: number): void {
    this.#waiting.push({ item, costMs });
    if (this.#stopRest === null) this.#takeNext();
  }

  /** Takes everything that waits, without a rest. */
  takeAll(): void {
    for (const { item } of this.#waiting.splice(0)) this.#take(item);
  }

  /** Takes nothing any more. */
  close(): void {
    this.#stopRest?.();
    this.#waiting = [];
  }

  #takeNext(): void {
    this.#stopRest = null;
    for (;;) {
      const next = this.#waiting.shift();
      if (next === undefined) return;
      if (!this.#take(next.item)) continue;
      const restMs = Math.min(next.costMs * REST_FACTOR, MAX_REST_MS);
      this.#stopRest = this.#timers.schedule(next.costMs + restMs, () =>
        this.#takeNext(),
      );
      return;
    }
  }
}
