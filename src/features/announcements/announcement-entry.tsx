import type { Announcement } from "#convex/content/shared/content";
import { findLinks } from "../../lib/find-links";
import { formatMoment } from "../../lib/time/format-date";
import { AnyLink } from "../../ui/any-link";
import { classNames } from "../../ui/class-names";
import { written } from "../../ui/written";
import styles from "./announcement-entry.module.css";

/** `isNew` marks an announcement that was not seen before this visit. */
export function AnnouncementEntry({
  announcement: { title, body, pinned, publishAt, author },
  isNew = false,
}: {
  announcement: Omit<Announcement, "_id">;
  isNew?: boolean;
}) {
  return (
    <article
      className={classNames(
        "stack gap-1 min-w-0",
        styles.entry,
        isNew && styles.new,
      )}
    >
      <p className="row gap-1 gap-x-3 items-center quiet text-s">
        {isNew && <span className="tag on-signal">New</span>}
        {pinned && <span className="tag signal-text">Pinned</span>}
        <time dateTime={new Date(publishAt).toISOString()}>
          {formatMoment(publishAt)}
        </time>
        <span>{author}</span>
      </p>
      <h3 className="own-direction" tabIndex={-1} {...written(title)}>
        {title}
      </h3>
      <p className="measure soft own-direction pre-line" {...written(body)}>
        <LinkedText>{body}</LinkedText>
      </p>
    </article>
  );
}

/** Turns https addresses in plain text into links. */
function LinkedText({ children }: { children: string }) {
  return findLinks(children).map(({ text, href }, position) =>
    href === undefined ? (
      text
    ) : (
      <AnyLink key={position} href={href}>
        {text}
      </AnyLink>
    ),
  );
}
