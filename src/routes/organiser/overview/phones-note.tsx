import { useAction } from "convex/react";
import { useEffect, useState } from "react";
import { api } from "#convex/_generated/api";

/** Says so if this deployment cannot send messages to phones. */
export function PhonesNote() {
  const works = useAction(api.push.works);
  const [isUnable, setIsUnable] = useState(false);
  useEffect(() => {
    // With no line nothing is known.
    works({}).then(
      (isAble) => setIsUnable(!isAble),
      () => {},
    );
  }, [works]);
  if (!isUnable) return null;
  return (
    <p className="org-note">
      Announcements cannot go to phones: this deployment&apos;s Convex is older
      than March 2026 and cannot encrypt them. Update it.
    </p>
  );
}
