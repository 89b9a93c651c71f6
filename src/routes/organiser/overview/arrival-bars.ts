import type { Arrivals } from "#convex/shared/checkIns";

type Minute = Arrivals["minutes"][number];

const MINUTE_MS = 60 * 1000;
/** With more bars they would be thinner than their gaps on a phone. */
const MOST_BARS = 60;
const STEPS = [1, 5, 15, 60];

/** Puts arrivals by the minute into at most 60 bars, all equally long; what is earlier than those is in the first. */
export function barsOf(arrivals: readonly Minute[]): {
  bars: Minute[];
  /** The length of a bar. */
  minutes: number;
} {
  const [first, last] = [arrivals.at(0), arrivals.at(-1)];
  if (first === undefined || last === undefined)
    return { bars: [], minutes: 1 };
  const lengthFor = (step: number) =>
    Math.floor(last.at / (step * MINUTE_MS)) -
    Math.floor(first.at / (step * MINUTE_MS)) +
    1;
  const minutes = STEPS.find((step) => lengthFor(step) <= MOST_BARS) ?? 60;
  const stepMs = minutes * MINUTE_MS;
  const length = Math.min(lengthFor(minutes), MOST_BARS);
  const start = (Math.floor(last.at / stepMs) - length + 1) * stepMs;
  const bars = Array.from({ length }, (_, index) => ({
    at: start + index * stepMs,
    count: 0,
  }));
  for (const { at, count } of arrivals) {
    const bar = bars[Math.max(0, Math.floor((at - start) / stepMs))];
    if (bar) bar.count += count;
  }
  return { bars, minutes };
}
