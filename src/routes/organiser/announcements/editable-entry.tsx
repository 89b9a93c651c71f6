import { useMutation } from "convex/react";
import { useEffect, useId, useRef, useState } from "react";
import { api } from "#convex/_generated/api";
import type { Announcement } from "#convex/shared/validators";
import { AnnouncementEntry } from "../../../features/announcements/announcement-entry";
import { Button } from "../../../ui/button";
import { notify } from "../../../ui/notify";
import { Panel } from "../../../ui/panel";
import { Confirmation } from "../confirmation";
import { indianInput } from "../indian-time";
import { AnnouncementForm } from "./announcement-form";
import { editSchema, keepUntouched } from "./draft";

export function EditableEntry({
  announcement,
  isEdited,
  onEdit,
  onRemoved,
}: {
  announcement: Announcement;
  isEdited: boolean;
  onEdit: (isEdited: boolean) => void;
  onRemoved: () => void;
}) {
  const [wasEdited, setWasEdited] = useState(false);
  if (isEdited) {
    const close = () => {
      setWasEdited(true);
      onEdit(false);
    };
    return <EditForm announcement={announcement} onClose={close} />;
  }
  return (
    <div className="org-announcement">
      <AnnouncementEntry announcement={announcement} />
      <div className="org-actions">
        <EditButton
          title={announcement.title}
          takesFocus={wasEdited}
          onPress={() => onEdit(true)}
        />
        <RemoveAnnouncement announcement={announcement} {...{ onRemoved }} />
      </div>
    </div>
  );
}

/** Takes the focus back when the form that it opened is closed. */
function EditButton({
  title,
  takesFocus,
  onPress,
}: {
  title: string;
  takesFocus: boolean;
  onPress: () => void;
}) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (takesFocus) button.current?.focus();
  }, [takesFocus]);
  return (
    <Button ref={button} aria-label={`Edit ${title}`} onClick={onPress}>
      Edit
    </Button>
  );
}

function EditForm({
  announcement,
  onClose,
}: {
  announcement: Announcement;
  onClose: () => void;
}) {
  const [opened] = useState(announcement);
  const edit = useMutation(api.announcements.edit);
  const id = useId();
  const form = useRef<HTMLDivElement>(null);
  useEffect(() => form.current?.querySelector("input")?.focus(), []);
  return (
    <Panel isSignal aria-labelledby={id}>
      <div ref={form} className="org-panel">
        <h3 id={id}>Edit announcement</h3>
        <AnnouncementForm
          titleId={id}
          schema={editSchema}
          initial={{ ...opened, publishAt: indianInput(opened.publishAt) }}
          mayBeNow={false}
          author={announcement.author}
          submit={{
            label: "Save",
            pending: "Saving",
            failure: "Failed to save the announcement",
          }}
          onSubmit={async (draft) => {
            await edit({
              announcementId: announcement._id,
              ...keepUntouched(opened, draft, announcement),
            });
            notify.success("Announcement saved");
            onClose();
          }}
          onCancel={onClose}
        />
      </div>
    </Panel>
  );
}

function RemoveAnnouncement({
  announcement: { _id, title },
  onRemoved,
}: {
  announcement: Announcement;
  onRemoved: () => void;
}) {
  const remove = useMutation(api.announcements.remove);
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button aria-label={`Remove ${title}`} onClick={() => setIsAsking(true)}>
        Remove
      </Button>
      <Confirmation
        isOpen={isAsking}
        title={`Remove “${title}”?`}
        text="It disappears from every dashboard at once, and nobody can bring it back. Its words stay in the audit log."
        keep="Keep it"
        confirm="Remove"
        failure="Failed to remove the announcement"
        onClose={() => setIsAsking(false)}
        onConfirm={async () => {
          await remove({ announcementId: _id });
          notify.success("Announcement removed");
          onRemoved();
        }}
      />
    </>
  );
}
