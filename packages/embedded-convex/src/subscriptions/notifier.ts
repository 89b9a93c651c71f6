import type { Subscriber } from "./subscription";

/**
 * Tells subscribers that results are no longer current. Several commits cause
 * one notification.
 */
export class Notifier<Result> {
  readonly #spread: (work: () => void) => void;
  #prompt = new Set<Subscriber<Result>>();
  /** Those who wait for their turn. */
  readonly #waiting = new Set<Subscriber<Result>>();

  /**
   * @param defer calls `flush` soon
   * @param spread calls `work` when there is time for one of many pieces
   */
  constructor(
    private readonly defer: (flush: () => void) => void,
    spread: (work: () => void) => void,
  ) {
    this.#spread = spread;
  }

  /** Tells few subscribers, soon and together. */
  tell(subscribers: Iterable<Subscriber<Result>>): void {
    const isFirst = this.#prompt.size === 0;
    for (const subscriber of subscribers) this.#prompt.add(subscriber);
    if (isFirst) this.defer(() => this.#flush());
  }

  /** Tells many subscribers, one by one. */
  spread(subscribers: Iterable<Subscriber<Result>>): void {
    for (const subscriber of subscribers) {
      if (this.#waiting.has(subscriber)) continue;
      this.#waiting.add(subscriber);
      this.#spread(() => this.#tellNext(subscriber));
    }
  }

  #tellNext(subscriber: Subscriber<Result>): void {
    this.#waiting.delete(subscriber);
    subscriber.onInvalidated();
  }

  #flush(): void {
    const subscribers = this.#prompt;
    this.#prompt = new Set();
    for (const subscriber of subscribers) subscriber.onInvalidated();
  }
}
