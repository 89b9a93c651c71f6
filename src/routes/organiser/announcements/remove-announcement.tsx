import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "../../../../convex/_generated/api";
import type { Announcement } from "../../../../convex/shared/validators";
import { Button } from "../../../ui/button";
import { notify } from "../../../ui/notify";
import { Confirmation } from "../confirmation";

/** Takes an announcement back, after a question. */
export function RemoveAnnouncement({
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
