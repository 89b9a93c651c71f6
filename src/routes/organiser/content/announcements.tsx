import { useQuery } from "convex/react";
import * as z from "zod/mini";
import { api } from "#convex/_generated/api";
import {
  announcementSchema,
  newAnnouncementSchema,
  type Announcement,
} from "#convex/shared/content";
import { tidyLine, tidyText } from "#convex/shared/text";
import { AnnouncementEntry } from "../../../features/announcements/announcement-entry";
import { Checkbox, TextArea } from "../../../ui/text-field";
import {
  notOver,
  publicationOf,
  PublicationTime,
  typedPublication,
  type TypedPublication,
} from "../editing/publication-time";
import { useClock } from "../editing/use-clock";
import { indianInput } from "../frame/indian-time";
import { contentSection } from "./content-section";

type Typed = TypedPublication & {
  title: string;
  body: string;
  pinned: boolean;
};

const drafted = z.transform((typed: Typed) => ({
  title: typed.title,
  body: typed.body,
  pinned: typed.pinned,
  publishAt: publicationOf(typed),
}));

/** Turns the fields of a new announcement into the mutation's arguments. */
export const addedSchema = z.pipe(
  drafted,
  newAnnouncementSchema.check(notOver),
);

/** The same for an existing announcement, whose time may be past. */
export const editedSchema = z.pipe(drafted, announcementSchema);

export const Announcements = contentSection({
  noun: "announcement",
  verb: { label: "Publish", pending: "Publishing", done: "published" },
  removal:
    "It disappears from every dashboard at once, and no one can bring it back. Its words stay in the audit log.",
  functions: api.announcements,
  blank: () => ({
    title: "",
    body: "",
    pinned: false,
    when: "now",
    publishAt: "",
  }),
  typedOf: ({ title, body, pinned, publishAt }) => ({
    title,
    body,
    pinned,
    publishAt: indianInput(publishAt),
  }),
  read: (fields) => ({
    title: fields.text("title"),
    body: fields.text("body"),
    pinned: fields.has("pinned"),
    ...typedPublication(fields),
  }),
  added: addedSchema,
  edited: editedSchema,
  inputs: (typed, initial, errors) => (
    <>
      <TextArea
        label="Text"
        name="body"
        rows={6}
        hint="Plain text. Line breaks are kept, and https addresses become links."
        defaultValue={initial.body}
        error={errors.body}
      />
      <Checkbox
        label="Pin it above all the others"
        name="pinned"
        defaultChecked={initial.pinned}
      />
      <PublicationTime
        typed={typed}
        initial={initial}
        error={errors.publishAt}
      />
    </>
  ),
  Preview,
  Entry: ({ row }) => <AnnouncementEntry announcement={row} />,
  useGroups: (rows) => {
    const now = useClock(rows.map(({ publishAt }) => publishAt));
    const { scheduled, published } = inReadingOrder(rows, now);
    const groups = [
      {
        title: "Scheduled",
        lead: "No one sees these before their time.",
        rows: scheduled,
      },
      {
        title: "Published",
        lead:
          published.length > 0
            ? "On every dashboard, pinned ones first."
            : "Nothing is published yet.",
        rows: published,
      },
    ];
    return scheduled.length > 0 ? groups : groups.slice(1);
  },
});

function Preview({
  typed,
  row,
  now,
}: {
  typed: Typed;
  row: Announcement | undefined;
  now: number;
}) {
  const me = useQuery(api.users.me, {});
  const publishAt = publicationOf(typed) ?? now;
  return (
    <AnnouncementEntry
      announcement={{
        title: tidyLine(typed.title) || "Title",
        body: tidyText(typed.body) || "Text",
        pinned: typed.pinned,
        publishAt: Number.isNaN(publishAt) ? now : publishAt,
        author: row?.author ?? me?.displayName ?? "",
      }}
    />
  );
}

/** Scheduled announcements, the next one first; published ones as participants see them: pinned first, then newest. */
export function inReadingOrder(
  announcements: readonly Announcement[],
  now: number,
) {
  return {
    scheduled: announcements
      .filter(({ publishAt }) => publishAt > now)
      .sort((one, other) => one.publishAt - other.publishAt),
    published: announcements
      .filter(({ publishAt }) => publishAt <= now)
      .sort(
        (one, other) =>
          Number(other.pinned) - Number(one.pinned) ||
          other.publishAt - one.publishAt,
      ),
  };
}
