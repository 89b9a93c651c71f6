/**
 * Shows every whole number on the way from 0 to `value`, fast first and slower towards the end, on the browser's frames.
 * @returns a function that stops it where it is
 */
export function playCount(
  value: number,
  durationMs: number,
  show: (count: number) => void,
): () => void {
  const start = performance.now();
  let shown = 0;
  let frame = requestAnimationFrame(step);

  function step() {
    const progress = Math.min((performance.now() - start) / durationMs, 1);
    const count = countAt(value, progress);
    if (count !== shown) show((shown = count));
    if (progress < 1) frame = requestAnimationFrame(step);
  }

  return () => cancelAnimationFrame(frame);
}

/** What a count to `value` shows when this share (0 to 1) of its time has passed. */
export function countAt(value: number, progress: number): number {
  return Math.round(value * (1 - (1 - progress) ** 3));
}
