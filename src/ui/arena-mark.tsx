import { useId } from "react";
import styles from "./arena-mark.module.css";
import { markDot, markPlates } from "./logo";

/** A large, animated mark with a jaali pattern. Decorative. */
export function ArenaMark({ className }: { className?: string | undefined }) {
  const jaali = useId();
  return (
    <svg
      viewBox="0 0 64 64"
      className={className}
      overflow="visible"
      aria-hidden="true"
    >
      <pattern
        id={jaali}
        width="4"
        height="4"
        patternUnits="userSpaceOnUse"
        className={styles.jaali}
      >
        <path d="M2 .33 2.5.83H3.17V1.5L3.67 2 3.17 2.5V3.17H2.5L2 3.67 1.5 3.17H.83V2.5L.33 2 .83 1.5V.83H1.5Z" />
        <path d="M0 0 .83.83M4 0 3.17.83M0 4 .83 3.17M4 4 3.17 3.17M0 1.67.33 2 0 2.33M4 1.67 3.67 2 4 2.33M1.67 0 2 .33 2.33 0M1.67 4 2 3.67 2.33 4" />
        <path d="M2 1.42 2.58 2 2 2.58 1.42 2Z" />
      </pattern>
      {markPlates.map((plate, slot) => (
        <g key={plate} className={styles.plate} data-slot={slot}>
          <path d={plate} className={styles.ground} />
          <path d={plate} fill={`url(#${jaali})`} />
        </g>
      ))}
      <path d={markDot} className={styles.dot} />
    </svg>
  );
}
