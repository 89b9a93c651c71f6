import { markDot, markPlates } from "../../ui/logo";
import styles from "./assembling-mark.module.css";

/** The mark out of its shapes: four plates fly in from their corners and lock round the dot. Decorative. */
export function AssemblingMark({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 64 64"
      className={className}
      overflow="visible"
      aria-hidden="true"
    >
      {markPlates.map((plate, slot) => (
        <path key={plate} d={plate} className={styles.plate} data-slot={slot} />
      ))}
      <path d={markDot} className={styles.dot} />
      <path d={markDot} className={styles.ring} />
    </svg>
  );
}
