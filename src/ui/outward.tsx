import { links } from "../content/links";
import { OutwardIcon } from "./icons";
import styles from "./outward.module.css";
import { VisuallyHidden } from "./visually-hidden";

/** The `data-part` of a link to this address; see `lib/settings/hidden-parts.ts`. */
export function partOf(href: string): "registration" | undefined {
  return href === links.registration ? "registration" : undefined;
}

/** The end of a link that leaves the site: an arrow, and words for screen readers. */
export function Outward() {
  return (
    <span className={styles.arrow}>
      <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
      <OutwardIcon />
    </span>
  );
}
