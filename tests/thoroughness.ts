/** Whether this is `npm run test:all`, where the long ones run in full. `npm test` runs fewer of the same. */
export const TEST_ALL = process.env.TEST_ALL === "1";

/**
 * @param all in the order in which they matter
 * @returns all of them, or the first ones
 */
export function sampleOf<T>(all: readonly T[], count = 1): readonly T[] {
  return TEST_ALL ? all : all.slice(0, count);
}

/** @returns how many generated cases to try: all, or a tenth of them */
export function runsOf(all: number): number {
  return TEST_ALL ? all : Math.ceil(all / 10);
}
