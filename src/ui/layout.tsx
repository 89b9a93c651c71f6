import type { ReactNode } from "react";
import styles from "./layout.module.css";

/** The page's measure with its gutters. */
export function Container({ children }: { children: ReactNode }) {
  return <div className={styles.container}>{children}</div>;
}
