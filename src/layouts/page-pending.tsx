import { Mark } from "../ui/logo";
import styles from "./page-pending.module.css";

/** Holds a page's place until it is known what belongs there. */
export function PagePending() {
  return (
    <div className={styles.pending}>
      <Mark className={styles.mark} />
      <h1 className={styles.label} aria-live="polite">
        Loading
      </h1>
    </div>
  );
}
