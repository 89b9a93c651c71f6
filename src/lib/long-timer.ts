/** Browsers store a timer's delay in 31 bits: a longer one fires at once. */
const LONGEST_MS = 2 ** 31 - 1;

/** `setTimeout` for delays of any length; returns a function that cancels it. */
export function startLongTimer(durationMs: number, callback: () => void) {
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
