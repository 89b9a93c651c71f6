import { site } from "./site";
import styles from "./site-link.module.css";

/** Names the site that the data belongs to and leads back to it. */
export function SiteLink() {
  if (site === null) return null;
  return (
    <a className={styles.site} href={site.home}>
      <span aria-hidden="true">←</span> {site.name}
    </a>
  );
}
