import type { Announcement } from "#convex/content/shared/content";
import { findLinks } from "../../lib/find-links";
import { formatMoment } from "../../lib/time/format-date";
import { AccordionEntry } from "../../ui/accordion";
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
        <Origin publishAt={publishAt} author={author} />
      </p>
      <h3 className="own-direction" tabIndex={-1} {...written(title)}>
        {title}
      </h3>
      <Body>{body}</Body>
    </article>
  );
}

/** One that is pinned and was seen before: a line, which opens. */
export function PinnedLine({
  announcement: { title, body, publishAt, author },
}: {
  announcement: Announcement;
}) {
  return (
    <AccordionEntry title={title} value="Pinned">
      <Body>{body}</Body>
      <p className="row gap-x-3 quiet text-s">
        <Origin publishAt={publishAt} author={author} />
      </p>
    </AccordionEntry>
  );
}

function Origin({
  publishAt,
  author,
}: Pick<Announcement, "publishAt" | "author">) {
  return (
    <>
      <time dateTime={new Date(publishAt).toISOString()}>
        {formatMoment(publishAt)}
      </time>
      <span>{author}</span>
    </>
  );
}

function Body({ children }: { children: string }) {
  return (
    <p className="measure soft own-direction pre-line" {...written(children)}>
      <LinkedText>{children}</LinkedText>
    </p>
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
