export const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Nearest-rank percentiles of durations in milliseconds, rounded to 0.01. */
export function summary(values) {
  const sorted = Float64Array.from(values).sort();
  const at = (share) =>
    Math.round(
      sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] * 100,
    ) / 100;
  return { p50: at(0.5), p99: at(0.99) };
}

/** Runs `work` on all items, at most `limit` of them concurrently. */
export async function pool(items, limit, work) {
  const rest = items.values();
  await Promise.all(
    Array.from({ length: Math.min(limit, items.length) }, async () => {
      for (const one of rest) await work(one);
    }),
  );
}

/** Rejects if `promise` has not settled after `ms` milliseconds. */
export function within(ms, promise, what) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`timed out after ${ms} ms: ${what}`)),
      ms,
    );
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
