import { announcements } from "../../content/announcements";
import { formatDay } from "../../lib/format-date";
import { RichText } from "../../ui/rich-text";
import styles from "./announcements.module.css";

/** What the organisers say: pinned on top, then newest first. */
export function Announcements() {
  return (
    <section className={styles.section} aria-labelledby="announcements">
      <h2 id="announcements">Announcements</h2>
      <ol className={styles.list}>
        {announcements.map((announcement) => (
          <li key={announcement.id} className={styles.entry}>
            <p className={styles.meta}>
              {announcement.isPinned && (
                <span className={styles.pinned}>Pinned</span>
              )}
              <time dateTime={announcement.publishedAt}>
                {formatDay(announcement.publishedAt)}
              </time>
            </p>
            <h3>{announcement.title}</h3>
            <p className={styles.text}>
              <RichText text={announcement.text} />
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}
