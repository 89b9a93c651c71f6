/** Source of wall-clock time, injected so that tests control it. */
export type Clock = {
  /** Milliseconds since the epoch; may be fractional. */
  now(): number;
};

export const systemClock: Clock = { now: () => Date.now() };
