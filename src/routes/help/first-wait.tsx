import type { TeamHelp } from "#convex/help/shared/help";
import { waitOf } from "#convex/help/shared/queue";
import { useDeploymentMinute } from "../../features/clock/deployment-clock";
import { shortWait } from "./words";

/** How long the first of a queue has waited; nothing if nobody waits. In a live region it is not read aloud each minute. */
export function FirstWait({ of: first }: { of: TeamHelp["first"] }) {
  const nowMs = useDeploymentMinute();
  if (first === null) return null;
  return (
    <p aria-live="off" className="soft">
      The first has waited {shortWait(waitOf(first, nowMs))}.
    </p>
  );
}
