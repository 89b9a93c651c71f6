import { api } from "#convex/_generated/api";
import { useQuietLive } from "../../lib/use-live";

/** How many of its judges have been at a team's table; nothing while nobody judges. */
export function JudgesHere() {
  const live = useQuietLive(api.judging.judgesHere, {});
  if (live.status !== "success" || live.data === null) return null;
  const { scored, total } = live.data;
  return (
    <p aria-live="polite">
      <strong>
        {scored} of {total} judges have been here
      </strong>
      {scored === total
        ? ": you need not wait at your table any more."
        : ": somebody stays at your table until they have come."}
    </p>
  );
}
