import type { ReactNode } from "react";
import styles from "./layout.module.css";

/** The page's measure with its gutters. */
export function Container({ children }: { children: ReactNode }) {
  return <div className={styles.container}>{children}</div>;
}

/** 12 columns from 64rem, 8 from 48rem, 4 below; children say how many they take. */
export function Grid({ children }: { children: ReactNode }) {
  return <div className={styles.grid}>{children}</div>;
}

/** A section's title with at most one sentence under it. */
export function SectionHeading({
  id,
  title,
  children,
}: {
  id?: string;
  title: string;
  children?: ReactNode;
}) {
  return (
    <div className={styles.heading}>
      <h2 id={id}>{title}</h2>
      {children !== undefined && <p>{children}</p>}
    </div>
  );
}
