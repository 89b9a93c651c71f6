import type { Arrivals } from "#convex/checkIns/shared/checkIns";

type Count = Arrivals["minutes"][number];

const MINUTE_MS = 60 * 1000;
/** With more bars they would be thinner than their gaps on a phone. */
export const MOST_BARS = 60;

/**
 * Puts counts by time into at most 60 bars, all equally long; `earlier` counts what was before the first.
 * @param steps how many minutes a bar may be long; the first of them that is enough
 */
export function barsOf(
  counts: readonly Count[],
  steps: readonly [number, ...number[]],
): { bars: Count[]; minutes: number; earlier: number } {
  const [first, last] = [counts.at(0), counts.at(-1)];
  if (first === undefined || last === undefined)
    return { bars: [], minutes: steps[0], earlier: 0 };
  const placeOf = (at: number, step: number) =>
    Math.floor(at / (step * MINUTE_MS));
  const lengthFor = (step: number) =>
    placeOf(last.at, step) - placeOf(first.at, step) + 1;
  const minutes =
    steps.find((step) => lengthFor(step) <= MOST_BARS) ?? steps.at(-1) ?? 1;
  const length = Math.min(lengthFor(minutes), MOST_BARS);
  const start = placeOf(last.at, minutes) - length + 1;
  const bars = Array.from({ length }, (_, index) => ({
    at: (start + index) * minutes * MINUTE_MS,
    count: 0,
  }));
  let earlier = 0;
  for (const { at, count } of counts) {
    const bar = bars[placeOf(at, minutes) - start];
    if (bar) bar.count += count;
    else earlier += count;
  }
  return { bars, minutes, earlier };
}
