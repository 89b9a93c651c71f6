const SHORTEST_MS = 300;
/** At least, while nobody else has the page open: each delivery is a call and a query on each page. */
const ALONE_MS = 1_500;
const LONGEST_MS = 2_000;
/** The pause in relation to the queueing delay: a larger factor relieves an overloaded deployment more. */
const PAUSE_PER_WAIT = 3;
/** Lets the estimate of the quickest round trip grow, for pages that have moved to a slower connection. */
const FORGETTING = 1.02;

/**
 * How long typing is collected before it is sent. The pause depends on the queueing delay (round trip minus the
 * quickest one), not on the distance: if round trips get longer, the deployment is overloaded, and a crowd that types
 * must send less often.
 */
export class Pause {
  /** Whether nobody waits for what is typed. */
  isAlone = false;
  #quickestMs = Number.POSITIVE_INFINITY;
  /** The queueing delay: a moving average (weight ½) of how much longer than the quickest the round trips took. */
  #waitMs = 0;

  get ms(): number {
    const wanted = PAUSE_PER_WAIT * this.#waitMs;
    const shortest = this.isAlone ? ALONE_MS : SHORTEST_MS;
    return Math.min(LONGEST_MS, Math.max(shortest, wanted));
  }

  /** Records the duration of a round trip. */
  learn(tookMs: number): void {
    this.#quickestMs = Math.min(tookMs, this.#quickestMs * FORGETTING);
    this.#waitMs = (this.#waitMs + tookMs - this.#quickestMs) / 2;
  }
}
