import type { SVGProps } from "react";
import styles from "./logo.module.css";

/** The mark's four plates, in the order of the slots, and its dot, on a 64-unit grid. */
export const markPlates = [
  "M4 14 14 4H24V22H30L21 31H4Z",
  "M60 14 50 4H40V22H34L43 31H60Z",
  "M4 50 14 60H24V42H30L21 33H4Z",
  "M60 50 50 60H40V42H34L43 33H60Z",
] as const;
export const markDot = "M32 24 40 32 32 40 24 32Z";

/** Decorative: its name is beside it. */
export function Mark(props: SVGProps<SVGSVGElement>) {
  return (
    <svg viewBox="0 0 64 64" fill="currentColor" aria-hidden="true" {...props}>
      {markPlates.map((plate) => (
        <path key={plate} d={plate} />
      ))}
      <path d={markDot} className={styles.dot} />
    </svg>
  );
}

export function Logo({ name }: { name: string }) {
  return (
    <span className={`gap-3 items-center ${styles.logo}`}>
      <Mark className={styles.mark} />
      <span>{name}</span>
    </span>
  );
}
