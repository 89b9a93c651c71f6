import { api } from "#convex/_generated/api";
import { dataOf, useQuietLive } from "../../lib/connection/use-live";

/** How many of its judges have been at a team's table; nothing while nobody judges. */
export function JudgesHere() {
  const here = dataOf(useQuietLive(api.judging.judgesHere, {}));
  if (!here) return null;
  const { scored, total } = here;
  return (
    <p aria-live="polite">
      <strong>{`${scored} of ${total} judges have been here`}</strong>
      <span>
        {scored === total
          ? ": you need not wait at your table any more."
          : ": somebody stays at your table until they have come."}
      </span>
    </p>
  );
}
