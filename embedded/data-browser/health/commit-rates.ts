/** How many commits there had been at a moment. */
export type Sample = { atMs: number; commits: number };

/** Commits per second between two samples, at the later one's time. */
export type Rate = { atMs: number; perSecond: number };

/** How far back the chart goes. */
export const WINDOW_MS = 5 * 60 * 1000;

/** A longer silence is a gap: nobody was watching. */
const GAP_MS = 15_000;

/**
 * Returns the samples with one more, without those that have left the window. A
 * count that fell belongs to another run of the server: what was before it goes.
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

/** Returns the rates in unbroken stretches, oldest first. */
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
