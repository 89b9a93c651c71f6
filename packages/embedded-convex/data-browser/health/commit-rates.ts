/** The total number of commits at a point in time. */
export type Sample = { atMs: number; commits: number };

/** Commits per second between two samples, stamped with the later one's time. */
export type Rate = { atMs: number; perSecond: number };

/** The time span of the chart. */
export const WINDOW_MS = 5 * 60 * 1000;

/** Samples further apart leave a gap in the chart: the page was hidden. */
const GAP_MS = 15_000;

/**
 * Appends a sample and drops those outside the window. A lower count means that
 * the server restarted: then all earlier samples are dropped.
 */
export function withSample(
  samples: readonly Sample[],
  sample: Sample,
): readonly Sample[] {
  const last = samples.at(-1);
  if (last !== undefined && sample.atMs <= last.atMs) return samples;
  const isRestarted = last !== undefined && sample.commits < last.commits;
  const kept = isRestarted
    ? []
    : samples.filter(({ atMs }) => atMs >= sample.atMs - WINDOW_MS);
  return [...kept, sample];
}

/** The rates as stretches without gaps, oldest first. */
export function commitRates(samples: readonly Sample[]): Rate[][] {
  const stretches: Rate[][] = [];
  let stretch: Rate[] = [];
  samples.forEach((sample, i) => {
    const before = samples[i - 1];
    if (before === undefined) return;
    const elapsedMs = sample.atMs - before.atMs;
    if (elapsedMs > GAP_MS) {
      stretch = [];
      return;
    }
    if (stretch.length === 0) stretches.push(stretch);
    const commits = sample.commits - before.commits;
    stretch.push({
      atMs: sample.atMs,
      perSecond: (commits * 1000) / elapsedMs,
    });
  });
  return stretches;
}
