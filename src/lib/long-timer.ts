/** Browsers count the milliseconds of a timer in 31 bits: a longer one would go off at once. */
const LONGEST_MS = 2 ** 31 - 1;

/**
 * Calls back after so many milliseconds, be it in months.
 * @returns a function that stops it
 */
export function startLongTimer(
  durationMs: number,
  callback: () => void,
): () => void {
  let timer: ReturnType<typeof setTimeout>;
  function wait(leftMs: number) {
    const stageMs = Math.min(leftMs, LONGEST_MS);
    timer = setTimeout(() => {
      if (leftMs > stageMs) wait(leftMs - stageMs);
      else callback();
    }, stageMs);
  }
  wait(durationMs);
  return () => clearTimeout(timer);
}
