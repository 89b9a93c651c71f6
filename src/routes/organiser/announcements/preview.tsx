import { tidyLine, tidyText } from "../../../../convex/shared/text";
import { AnnouncementEntry } from "../../../features/announcements/announcement-entry";
import { publicationOf, type Typed } from "./compose-schema";

/** The announcement as participants will read it: the same component, the same words. */
export function Preview({
  typed,
  author,
  now,
}: {
  typed: Typed;
  author: string;
  /** Stands for the time of publication where none is given. */
  now: number;
}) {
  const publishAt = publicationOf(typed) ?? now;
  return (
    <section className="org-preview" aria-label="Preview">
      <p className="org-label" aria-hidden="true">
        Preview
      </p>
      <AnnouncementEntry
        announcement={{
          title: tidyLine(typed.title) || "Title",
          body: tidyText(typed.body) || "Text",
          pinned: typed.pinned,
          publishAt: Number.isNaN(publishAt) ? now : publishAt,
          author,
        }}
      />
    </section>
  );
}
