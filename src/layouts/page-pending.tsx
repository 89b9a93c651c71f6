import { Mark } from "../ui/logo";
import { WaitingNote } from "../ui/waiting-note";
import { NeedsScript } from "../ui/needs-script";
import styles from "./page-pending.module.css";

/** Shown until it is known which page to show. */
export function PagePending() {
  return (
    <div className={`grid gap-4 quiet ${styles.pending}`}>
      <Mark className={styles.mark} />
      <h1 className={styles.label} aria-live="polite">
        Loading
      </h1>
      <WaitingNote />
      <NeedsScript>This page</NeedsScript>
    </div>
  );
}
