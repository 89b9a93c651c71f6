import type { Announcement } from "../../../convex/shared/validators";
import { formatMoment } from "../../lib/format-date";
import { classNames } from "../../ui/class-names";
import { LinkedText } from "../../ui/linked-text";
import styles from "./announcement-entry.module.css";

/** One announcement as participants read it. `isNew` marks one that came while they were looking. */
export function AnnouncementEntry({
  announcement: { title, body, pinned, publishAt, author },
  isNew = false,
}: {
  announcement: Omit<Announcement, "_id">;
  isNew?: boolean;
}) {
  return (
    <article className={classNames(styles.entry, isNew && styles.new)}>
      <p className={styles.meta}>
        {isNew && <span className={styles.newTag}>New</span>}
        {pinned && <span className={styles.tag}>Pinned</span>}
        <time dateTime={new Date(publishAt).toISOString()}>
          {formatMoment(publishAt)}
        </time>
        <span className={styles.author}>{author}</span>
      </p>
      <h3 className={styles.title} tabIndex={-1}>
        {title}
      </h3>
      <p className={styles.text}>
        <LinkedText>{body}</LinkedText>
      </p>
    </article>
  );
}
