import { Mark } from "../ui/logo";
import styles from "./page-pending.module.css";

/** Holds a page's place until it is known what belongs there. */
export function PagePending() {
  return (
    <output className={styles.pending}>
      <Mark className={styles.mark} />
      <span className={styles.label}>Loading</span>
    </output>
  );
}
