import type { Clock } from "../base/clock";

const float = new Float64Array(1);
const bits = new BigUint64Array(float.buffer);

/**
 * Issues strictly increasing creation times, so that documents sort in the
 * order of their creation: the clock's time, or the next larger float if the
 * clock has not advanced.
 */
export class CreationTimes {
  #lastMs: number;

  /** @param lastMs every issued time is greater than this */
  constructor(
    private readonly clock: Clock,
    lastMs: number,
  ) {
    this.#lastMs = lastMs;
  }

  next(): number {
    this.#lastMs = Math.max(this.clock.now(), nextFloat(this.#lastMs));
    return this.#lastMs;
  }
}

/** @returns the smallest number greater than `value`, which must be positive */
function nextFloat(value: number): number {
  float[0] = value;
  bits[0] = (bits[0] ?? 0n) + 1n;
  return float[0] ?? value;
}
