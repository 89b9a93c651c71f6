import { api } from "#convex/_generated/api";
import { useQuietLive } from "../../../lib/use-live";

/** Says so if this deployment cannot send messages to phones. */
export function PhonesNote() {
  const works = useQuietLive(api.push.works, {});
  if (works.status !== "success" || works.data) return null;
  return (
    <p>
      Announcements cannot go to phones: this deployment&apos;s Convex is too
      old to encrypt them. Update it.
    </p>
  );
}
