/** Source of wall-clock time, injected so that tests decide what time it is. */
export type Clock = {
  /** Milliseconds since the epoch; may be fractional. */
  now(): number;
};

/** The machine's clock. */
export const systemClock: Clock = { now: () => Date.now() };

/**
 * A clock that moves only when told to.
 *
 * @param startMs what `now()` answers at first
 * @returns the clock, `set` to jump to an instant and `advance` to move by milliseconds
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
