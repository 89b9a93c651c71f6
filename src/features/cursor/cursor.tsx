import { useEffect, useRef } from "react";
import styles from "./cursor.module.css";
import { followPointer } from "./follow-pointer";

const corners =
  "M-8-16H-11L-16-11V-8M8-16H11L16-11V-8M-8 16H-11L-16 11V8M8 16H11L16 11V8";

/** The mark as a crosshair: the dot is the pointer, the four corners lock on to what can be pressed. */
export function Cursor() {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (ref.current === null) return;
    return followPointer(ref.current);
  }, []);
  return (
    <div ref={ref} className={styles.cursor} aria-hidden="true">
      <svg viewBox="-20 -20 40 40" className={styles.corners}>
        <path d={corners} className={styles.halo} />
        <path d={corners} />
      </svg>
      <svg viewBox="-20 -20 40 40" className={styles.dot}>
        <path d="M0-5 5 0 0 5-5 0Z" />
      </svg>
    </div>
  );
}
