import { Link } from "react-router-dom";
import styles from "./contents.module.css";

/** The sections of a page as links to them. */
export function Contents({
  sections,
}: {
  sections: readonly { id: string; title: string }[];
}) {
  return (
    <nav className={styles.contents} aria-labelledby="contents">
      <h2 id="contents" className={styles.title}>
        On this page
      </h2>
      <ol className={styles.links}>
        {sections.map(({ id, title }) => (
          <li key={id}>
            <Link to={{ hash: id }}>{title}</Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}
