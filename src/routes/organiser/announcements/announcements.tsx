import { useMutation, useQuery } from "convex/react";
import { useRef } from "react";
import { api } from "#convex/_generated/api";
import type { Announcement } from "#convex/shared/validators";
import { AnnouncementEntry } from "../../../features/announcements/announcement-entry";
import { notify } from "../../../lib/notify";
import { saveWords } from "../editing/compose-form";
import { EditableEntry, type FormProps } from "../editing/editable-entry";
import { ComposePanel, EntriesSkeleton, GroupTitle } from "../editing/entries";
import { keepUntouched } from "../editing/keep-untouched";
import { useEdited } from "../editing/use-edited";
import { indianInput } from "../frame/indian-time";
import { Loaded, useOrganiserQuery } from "../frame/live";
import { SectionFrame } from "../frame/section-frame";
import { sections } from "../frame/sections";
import { AnnouncementForm } from "./announcement-form";
import { composeSchema, editSchema, type Typed } from "./draft";
import { useReadingOrder } from "./reading-order";

const nothing: Typed = {
  title: "",
  body: "",
  pinned: false,
  when: "now",
  publishAt: "",
};

export function Announcements() {
  const live = useOrganiserQuery(api.announcements.all, {});
  return (
    <SectionFrame section={sections.announcements}>
      <Compose />
      <Loaded
        live={live}
        failure="Failed to load the announcements"
        skeleton={<EntriesSkeleton />}
      >
        {(announcements) => <Lists announcements={announcements} />}
      </Loaded>
    </SectionFrame>
  );
}

function Compose() {
  const me = useQuery(api.users.me, {});
  const publish = useMutation(api.announcements.publish);
  return (
    <ComposePanel noun="announcement">
      {(titleId) => (
        <AnnouncementForm
          titleId={titleId}
          schema={composeSchema}
          initial={nothing}
          mayBeNow
          author={me?.displayName ?? ""}
          submit={{
            label: "Publish",
            pending: "Publishing",
            failure: "Failed to publish the announcement",
          }}
          onSubmit={async (draft) => {
            await publish(draft);
            notify.success(
              draft.publishAt === null
                ? "Announcement published"
                : "Announcement scheduled",
            );
          }}
        />
      )}
    </ComposePanel>
  );
}

/** One parent for both groups: an announcement that is published while it is edited keeps its open form. */
function Lists({ announcements }: { announcements: readonly Announcement[] }) {
  const list = useRef<HTMLDivElement>(null);
  const { all, isEdited, setEdited } = useEdited(announcements);
  const { scheduled, published } = useReadingOrder(all);
  const remove = useMutation(api.announcements.remove);
  const entryOf = (announcement: Announcement) => (
    <EditableEntry
      key={announcement._id}
      entry={announcement}
      noun="announcement"
      removal="It disappears from every dashboard at once, and no one can bring it back. Its words stay in the audit log."
      isEdited={isEdited(announcement)}
      onEdit={(wanted) => setEdited(announcement, wanted)}
      onRemove={() => remove({ announcementId: announcement._id })}
      // The focused button disappears with the entry.
      onRemoved={() => list.current?.focus()}
      form={(props) => <EditForm {...props} announcement={announcement} />}
    >
      <AnnouncementEntry announcement={announcement} />
    </EditableEntry>
  );
  return (
    <div ref={list} tabIndex={-1} className="org-entries">
      {scheduled.length > 0 && (
        <GroupTitle
          key="scheduled"
          title="Scheduled"
          lead="No one sees these before their time."
          count={scheduled.length}
        />
      )}
      {scheduled.map(entryOf)}
      <GroupTitle
        key="published"
        title="Published"
        lead={
          published.length > 0
            ? "On every dashboard, pinned ones first."
            : "Nothing is published yet."
        }
        count={published.length}
      />
      {published.map(entryOf)}
    </div>
  );
}

function EditForm({
  announcement,
  opened,
  titleId,
  onClose,
}: FormProps<Announcement> & { announcement: Announcement }) {
  const edit = useMutation(api.announcements.edit);
  return (
    <AnnouncementForm
      titleId={titleId}
      schema={editSchema}
      initial={{ ...opened, publishAt: indianInput(opened.publishAt) }}
      mayBeNow={false}
      author={announcement.author}
      submit={saveWords("announcement")}
      onSubmit={async (draft) => {
        await edit({
          announcementId: announcement._id,
          ...keepUntouched(opened, draft, announcement),
        });
        notify.success("Announcement saved");
      }}
      onClose={onClose}
    />
  );
}
