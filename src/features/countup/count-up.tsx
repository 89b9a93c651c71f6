import { useEffect, useRef } from "react";
import { prefersReducedMotion } from "../../lib/motion-preference";
import { onSeen } from "../../lib/on-seen";
import { VisuallyHidden } from "../../ui/visually-hidden";
import styles from "./count-up.module.css";

const grouped = (count: number) => count.toLocaleString("en-IN");

/** Counts up to its value once visible. Screen readers and pages without JavaScript get the final figure. */
export function CountUp({
  value,
  durationMs,
  format = grouped,
  suffix = "",
}: {
  value: number;
  durationMs: number;
  format?: (count: number) => string;
  suffix?: string;
}) {
  const digits = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const element = digits.current;
    if (element === null) return;
    const show = (count: number) => {
      element.textContent = format(count);
    };
    if (prefersReducedMotion()) {
      element.dataset.live = "true";
      return;
    }
    show(0);
    element.dataset.live = "true";
    let stopCount: (() => void) | undefined;
    const stopWatch = onSeen(element, () => {
      stopCount = playCount(value, durationMs, show);
    });
    return () => {
      stopWatch();
      stopCount?.();
      show(value);
    };
  }, [value, durationMs, format]);
  const final = format(value);
  return (
    <>
      <VisuallyHidden>{`${final}${suffix}`}</VisuallyHidden>
      <span className={styles.figure} aria-hidden="true">
        <span className={styles.width}>{final}</span>
        <span ref={digits} className={styles.digits}>
          {final}
        </span>
        {suffix !== "" && <span className="signal-text">{suffix}</span>}
      </span>
    </>
  );
}

/** Shows the whole numbers from 0 to `value`, slowing down towards the end; returns a function that stops it. */
function playCount(
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

/** The number shown at `progress` (0 to 1); eases out. */
export function countAt(value: number, progress: number): number {
  return Math.round(value * (1 - (1 - progress) ** 3));
}
