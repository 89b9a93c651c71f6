import { useEffect, useRef } from "react";
import { onSeen } from "../../lib/on-seen";
import { prefersReducedMotion } from "../../lib/motion-preference";
import { VisuallyHidden } from "../../ui/visually-hidden";
import styles from "./count-up.module.css";
import { playCount } from "./play-count";

/**
 * A figure that counts up to its value once it is seen, and ends exactly on it. Its final width is reserved from the
 * start; screen readers and pages without script get the final figure alone.
 */
export function CountUp({
  value,
  durationMs,
  prefix = "",
  suffix = "",
}: {
  value: number;
  durationMs: number;
  prefix?: string;
  suffix?: string;
}) {
  const digits = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const element = digits.current;
    if (element === null) return;
    const show = (count: number) => {
      element.textContent = `${prefix}${count}`;
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
  }, [value, durationMs, prefix]);
  const final = `${prefix}${value}`;
  return (
    <>
      <VisuallyHidden>
        {final}
        {suffix}
      </VisuallyHidden>
      <span className={styles.figure} aria-hidden="true">
        <span className={styles.width}>{final}</span>
        <span ref={digits} className={styles.digits}>
          {final}
        </span>
        {suffix !== "" && <span className={styles.suffix}>{suffix}</span>}
      </span>
    </>
  );
}
