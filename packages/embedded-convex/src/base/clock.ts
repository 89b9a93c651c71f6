/** Source of wall-clock time, injected so that tests control it. */
export type Clock = {
  /** Milliseconds since the epoch; may be fractional. */
  now(): number;
};

export const systemClock: Clock = { now: () => Date.now() };

/** A clock that goes like another one, and can be put forward: never back, because commits are in its order. */
export class MovableClock implements Clock {
  #aheadMs = 0;

  constructor(private readonly base: Clock = systemClock) {}

  now(): number {
    return this.base.now() + this.#aheadMs;
  }

  /** Puts it forward to `timeMs`, unless it is later already. */
  advanceTo(timeMs: number): void {
    this.#aheadMs += Math.max(0, timeMs - this.now());
  }
}
