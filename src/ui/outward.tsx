import { OutwardIcon } from "./icons";
import styles from "./outward.module.css";
import { VisuallyHidden } from "./visually-hidden";

/** The end of a link that leaves the site: an arrow, and words for screen readers. */
export function Outward() {
  return (
    <span className={styles.arrow}>
      <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
      <OutwardIcon />
    </span>
  );
}
