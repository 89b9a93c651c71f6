import type { ReactNode } from "react";
import styles from "./layout.module.css";

/** Centres content with the page's maximum width and gutters. */
export function Container({ children }: { children: ReactNode }) {
  return <div className={styles.container}>{children}</div>;
}
