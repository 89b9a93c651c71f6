import { markDot, markPlates } from "../../ui/logo";
import styles from "./open-mark.module.css";

/** Three players in their places, the fourth place waiting for whoever reads this. Decorative. */
export function OpenMark({ className }: { className?: string | undefined }) {
  const [first, second, third, open] = markPlates;
  return (
    <svg
      viewBox="0 0 64 64"
      className={className}
      overflow="visible"
      aria-hidden="true"
    >
      <path d={[first, second, third].join("")} className={styles.taken} />
      <path d={open} className={styles.open} data-open />
      <path d={markDot} className={styles.dot} />
    </svg>
  );
}
