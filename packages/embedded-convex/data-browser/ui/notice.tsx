import type { ReactNode } from "react";
import styles from "./notice.module.css";

/** A problem in a box, which screen readers announce at once. */
export function Notice({ children }: { children: ReactNode }) {
  return (
    <div className={styles.notice} role="alert">
      {children}
    </div>
  );
}
