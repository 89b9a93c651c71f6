import { Suspense } from "react";
import type { Id } from "#convex/_generated/dataModel";
import { api } from "#convex/_generated/api";
import { lazyPart } from "../../lib/connection/load-part";
import { useQuietLive } from "../../lib/connection/use-live";

// Loaded when the results are published.
const Podium = lazyPart(async () => (await import("./podium")).Podium);

/** The podium with its winners once the results are published; nothing before. */
export function PublishedResults({
  teamId = null,
}: {
  /** The reader's team, whose prizes are marked. */
  teamId?: Id<"teams"> | null;
}) {
  const live = useQuietLive(api.judging.published, {});
  if (live.status !== "success" || live.data === null) return null;
  return (
    <Suspense>
      <Podium {...live.data} teamId={teamId} />
    </Suspense>
  );
}
