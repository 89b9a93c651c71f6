import type { Clock } from "../base/clock";

const float = new Float64Array(1);
const bits = new BigUint64Array(float.buffer);

/**
 * Gives out creation times: the clock's, or the next greater number when the
 * clock has not moved, so that documents sort in the order of their making.
 */
export class CreationTimes {
  readonly #clock: Clock;
  #lastMs: number;

  /** @param lastMs all times given out are greater */
  constructor(clock: Clock, lastMs: number) {
    this.#clock = clock;
    this.#lastMs = lastMs;
  }

  /** @returns milliseconds since the epoch, greater than ever before */
  next(): number {
    this.#lastMs = Math.max(this.#clock.now(), nextFloat(this.#lastMs));
    return this.#lastMs;
  }
}

/** @returns the smallest number greater than `value`, which is positive */
function nextFloat(value: number): number {
  float[0] = value;
  bits[0] = (bits[0] ?? 0n) + 1n;
  return float[0] ?? value;
}
