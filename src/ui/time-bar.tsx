import type { CSSProperties } from "react";
import styles from "./time-bar.module.css";

/** The default of the style sheet. */
const USUAL_MS = 2_500;

/** A bar that fills in a given time, or is full at once with reduced motion. */
export function TimeBar({
  label,
  durationMs,
}: {
  label: string;
  durationMs: number;
}) {
  return (
    <div className={styles.bar} style={styleOf(durationMs)}>
      <progress aria-label={label} className={styles.said} />
      <span className={styles.fill} />
    </div>
  );
}

/** None for the default: the content security policy forbids style attributes in prerendered HTML. */
function styleOf(durationMs: number): CSSProperties | undefined {
  if (durationMs === USUAL_MS) return undefined;
  return { ["--run" as string]: `${durationMs}ms` };
}
