import type { Clock } from "../../src/base/clock";

/**
 * A clock that moves only when told to.
 *
 * @param startMs first value of `now()`, in milliseconds since the epoch
 * @returns the clock; `set` jumps to an instant, `advance` adds milliseconds
 */
export function manualClock(startMs: number): Clock & {
  set(nowMs: number): void;
  advance(byMs: number): void;
} {
  let nowMs = startMs;
  return {
    now: () => nowMs,
    set: (value) => {
      nowMs = value;
    },
    advance: (byMs) => {
      nowMs += byMs;
    },
  };
}
