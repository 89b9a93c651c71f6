import type { Announcement } from "#convex/content/shared/content";
import { findLinks } from "#convex/platform/shared/links";
import { formatMoment } from "../../lib/time/format-time";
import { AccordionEntry } from "../../ui/accordion";
import { AnyLink } from "../../ui/any-link";
import { classNames } from "../../ui/class-names";
import { written } from "../../ui/written";
import styles from "./announcement-entry.module.css";

/**
 * `isNew` marks an announcement that was not seen before this visit; `isLine` folds a pinned one to a line, which opens.
 */
export function AnnouncementEntry({
  announcement: { title, body, pinned, publishAt, author },
  isNew = false,
  isLine = false,
}: {
  announcement: Omit<Announcement, "_id">;
  isNew?: boolean;
  isLine?: boolean;
}) {
  const origin = (
    <p className="row gap-1 gap-x-3 items-center quiet text-s">
      {isNew && <span className="tag on-signal">New</span>}
      {pinned && !isLine && <span className="tag signal-text">Pinned</span>}
      <time dateTime={new Date(publishAt).toISOString()}>
        {formatMoment(publishAt)}
      </time>
      <span>{author}</span>
    </p>
  );
  const text = (
    <p className="measure soft own-direction pre-line" {...written(body)}>
      <LinkedText>{body}</LinkedText>
    </p>
  );
  if (isLine)
    return (
      <AccordionEntry title={title} value="Pinned">
        {text}
        {origin}
      </AccordionEntry>
    );
  return (
    <article
      className={classNames(
        "stack gap-1 min-w-0",
        styles.entry,
        isNew && styles.new,
      )}
    >
      {origin}
      <h3 className="own-direction" tabIndex={-1} {...written(title)}>
        {title}
      </h3>
      {text}
    </article>
  );
}

/** Turns https addresses in plain text into links. */
function LinkedText({ children }: { children: string }) {
  return findLinks(children).map(({ text, href }, position) =>
    href === undefined ? (
      <span key={position}>{text}</span>
    ) : (
      <AnyLink key={position} href={href}>
        {text}
      </AnyLink>
    ),
  );
}
