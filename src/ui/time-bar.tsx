import type { CSSProperties } from "react";
import styles from "./time-bar.module.css";

/** How long a run takes unless it is told otherwise; the style sheet has the same figure. */
const USUAL_MS = 2_500;

/** A bar that fills in a given time. Where less motion is asked for it stands full from the start. */
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

/** Nothing for the usual time: prerendered pages may carry no style attributes. */
function styleOf(durationMs: number): CSSProperties | undefined {
  if (durationMs === USUAL_MS) return undefined;
  return { ["--run" as string]: `${durationMs}ms` };
}
