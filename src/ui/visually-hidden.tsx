import type { ReactNode } from "react";
import styles from "./visually-hidden.module.css";

export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className={styles.hidden}>{children}</span>;
}

/** Announces its text to screen readers when it changes, without interrupting. */
export function LiveRegion({ children }: { children: ReactNode }) {
  return (
    <output className={styles.hidden} aria-live="polite">
      {children}
    </output>
  );
}
