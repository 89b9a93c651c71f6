import { useQuery } from "convex/react";
import * as z from "zod/mini";
import { api } from "#convex/_generated/api";
import {
  announcementSchema,
  newAnnouncementSchema,
  type Announcement,
} from "#convex/content/shared/content";
import { counted, tidyLine, tidyText } from "#convex/platform/shared/text";
import { AnnouncementEntry } from "../../../features/announcements/announcement-entry";
import { useLastPassed } from "../../../features/clock/deployment-clock";
import { copyText } from "../../../lib/copy-text";
import { formatMoment } from "../../../lib/time/format-time";
import { notify } from "../../../lib/notify";
import { useAction } from "../../../lib/forms/use-action";
import { Button } from "../../../ui/button";
import { Checkbox, TextArea, TextField } from "../../../ui/text-field";
import {
  notOver,
  publicationOf,
  PublicationTime,
  type TypedPublication,
} from "../editing/publication-time";
import { indianInput, parseIndianTime } from "../frame/indian-time";
import { contentSection } from "./content-section";

const blank = () => ({
  title: "",
  body: "",
  pinned: false,
  pinnedUntil: "",
  important: false,
  toPhones: false,
  when: "now",
  publishAt: "",
});

type Typed = TypedPublication & Omit<ReturnType<typeof blank>, "when">;

type Drafted = z.input<typeof newAnnouncementSchema>;

const drafted = z.transform((typed: Typed): Drafted => ({
  ...typed,
  pinnedUntil:
    typed.pinned && typed.pinnedUntil !== ""
      ? (parseIndianTime(typed.pinnedUntil) ?? Number.NaN)
      : null,
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
  functions: api.announcements,
  blank,
  typedOf: ({ pinnedUntil = null, publishAt, ...row }) => ({
    title: row.title,
    body: row.body,
    pinned: row.pinned,
    pinnedUntil: pinnedUntil === null ? "" : indianInput(pinnedUntil),
    important: row.important === true,
    toPhones: row.toPhones === true,
    publishAt: indianInput(publishAt),
  }),
  added: addedSchema,
  edited: editedSchema,
  inputs: (typed, initial, field) => (
    <>
      <TextArea
        label="Text"
        {...field("body")}
        rows={6}
        hint="Plain text. Line breaks are kept, and https addresses become links."
      />
      <Checkbox
        label="Pin it above all the others"
        name="pinned"
        defaultChecked={initial.pinned}
      />
      <div hidden={!typed.pinned}>
        <TextField
          label="Pinned until, in India (optional)"
          {...field("pinnedUntil")}
          type="datetime-local"
        />
      </div>
      <ReachChoice
        label="Important: also by mail"
        name="important"
        isTicked={typed.important}
        isTickedAtFirst={initial.important}
        reachOf={api.announcements.reach}
        hintOf={(reach) =>
          reach === 0
            ? "Goes to nobody: this deployment sends no mail, or nobody wants it."
            : `Goes to ${counted(reach, "person", "people")} when it comes out, once: corrections are not sent.`
        }
      />
      <ReachChoice
        label="Also to phones"
        name="toPhones"
        isTicked={typed.toPhones}
        isTickedAtFirst={initial.toPhones}
        reachOf={api.push.reach}
        hintOf={(reach) =>
          `Goes to ${counted(reach, "device")} when it comes out. A correction of its words goes out again and replaces it.`
        }
      />
      <PublicationTime {...{ typed, initial, field }} />
    </>
  ),
  Preview,
  Entry: ({ row }) => (
    <>
      <AnnouncementEntry announcement={row} />
      {row.important && (
        <p className="quiet text-s">
          {row.mailedAt === undefined
            ? "Not sent by mail before it comes out"
            : `Sent by mail on ${formatMoment(row.mailedAt)}`}
        </p>
      )}
      {row.toPhones && <OnPhones announcementId={row._id} />}
    </>
  ),
  Actions: ({ row }) => <CopyForWhatsApp announcement={row} />,
  useGroups: (rows) => {
    const now = useLastPassed(rows.map(({ publishAt }) => publishAt));
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

/** Tells how far it reaches once it is ticked: whom it would have reached otherwise need not be counted. */
function ReachChoice({
  label,
  name,
  isTicked,
  isTickedAtFirst,
  reachOf,
  hintOf,
}: {
  label: string;
  name: string;
  isTicked: boolean;
  isTickedAtFirst: boolean;
  reachOf: typeof api.announcements.reach | typeof api.push.reach;
  hintOf: (reach: number) => string;
}) {
  const reach = useQuery(reachOf, isTicked ? {} : "skip");
  return (
    <Checkbox
      label={label}
      name={name}
      defaultChecked={isTickedAtFirst}
      hint={isTicked && reach !== undefined ? hintOf(reach) : undefined}
    />
  );
}

/** What became of it; that a phone rang cannot be known. */
function OnPhones({ announcementId }: { announcementId: Announcement["_id"] }) {
  const pushes = useQuery(api.push.sent, {});
  const push = pushes?.find(({ about }) => about === announcementId);
  if (pushes === undefined) return null;
  return (
    <p className="quiet text-s">
      {push === undefined
        ? "Goes to phones when it comes out"
        : `To phones: accepted for ${counted(push.accepted, "device")}${push.refused > 0 ? `, refused for ${push.refused}` : ""}${push.unable > 0 ? `, could not be encrypted for ${push.unable}` : ""}`}
    </p>
  );
}

/** Copies an announcement as a message for the event's groups. */
function CopyForWhatsApp({ announcement }: { announcement: Announcement }) {
  const { run, isPending } = useAction(COPYING_FAILED);
  const copy = async () => {
    if (!(await copyText(whatsAppText(announcement))))
      throw new Error(COPYING_FAILED);
    notify.success("Copied. Paste it into WhatsApp.");
  };
  return (
    <Button
      aria-label={`Copy for WhatsApp: ${announcement.title}`}
      isPending={isPending}
      onClick={() => void run(copy)}
    >
      Copy for WhatsApp
    </Button>
  );
}

const COPYING_FAILED = "Failed to copy the announcement";

/** The title is bold there between asterisks. */
function whatsAppText({ title, body }: Announcement): string {
  return `*${title.replaceAll("*", "")}*\n\n${body}\n\n${location.origin}`;
}

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
