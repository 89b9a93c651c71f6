const SHORTEST_MS = 120;
const LONGEST_MS = 2_000;
/** How much longer than it waits does a page gather; the more, the less a full deployment is pressed. */
const PAUSE_PER_WAIT = 3;
/** A page that has moved to a slower line learns of it by and by. */
const FORGETTING = 1.02;

/**
 * How long typing is gathered before it is sent. A page that is far away gathers no longer than one nearby; but where the
 * deployment takes longer than it did, it has more to do than it can, and a crowd that types must not press it.
 */
export class Pause {
  #quickestMs = Number.POSITIVE_INFINITY;
  /** How much longer than the quickest the last round trips took; one that was late counts half. */
  #waitMs = 0;

  get ms(): number {
    const wanted = PAUSE_PER_WAIT * this.#waitMs;
    return Math.min(LONGEST_MS, Math.max(SHORTEST_MS, wanted));
  }

  /** Notes how long a round trip took. */
  learn(tookMs: number): void {
    this.#quickestMs = Math.min(tookMs, this.#quickestMs * FORGETTING);
    this.#waitMs = (this.#waitMs + tookMs - this.#quickestMs) / 2;
  }
}
