import type { ReactNode } from "react";
import { links } from "#edition/links";
import { OutwardIcon } from "./icons";
import styles from "./outward.module.css";
import { VisuallyHidden } from "./visually-hidden";

/** The `data-part` of a link to this address; see `lib/settings/hidden-parts.ts`. */
export function partOf(href: string): "registration" | undefined {
  return href === links.registration ? "registration" : undefined;
}

/** What a link that leaves the site says: its text, and an arrow, which has words for screen readers. */
export function Outward({ children }: { children: ReactNode }) {
  return (
    <>
      <span>{children}</span>
      <span className={styles.arrow}>
        <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
        <OutwardIcon />
      </span>
    </>
  );
}
