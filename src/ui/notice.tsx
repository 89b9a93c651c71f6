import type { ReactNode } from "react";
import styles from "./notice.module.css";

/** Says politely, over the page, what is going on with the connection; nothing without words. */
export function Notice({ children }: { children: ReactNode }) {
  return (
    <output>
      {children && (
        <span
          className={`plate flex gap-3 items-center tight text-s ${styles.notice}`}
        >
          <span className={`rigid ${styles.dot}`} />
          <span>{children}</span>
        </span>
      )}
    </output>
  );
}
