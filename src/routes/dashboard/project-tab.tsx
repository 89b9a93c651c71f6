import { api } from "#convex/_generated/api";
import type { Workbench } from "#convex/projects/shared/projects";
import type { Submissions } from "#convex/settings/shared";
import type { TeamView } from "#convex/teams/shared/teams";
import { Countdown } from "../../features/clock/countdown";
import { Receipt } from "../../features/clock/receipt";
import { NoTeam } from "../../features/next-step/no-team";
import { useTimedLive } from "../../lib/connection/use-timed-live";
import { paths } from "../../paths";
import { LinkButton } from "../../ui/button";
import { LoadFailure } from "../../ui/load-failure";
import { Panel } from "../../ui/panel";
import { Skeleton } from "../../ui/skeleton";

/**
 * The submissions tab once an organiser has set when submissions open: the receipt or, before the hand-in, the
 * countdown. Both lead to the project. Its state is in the next step, above the tabs.
 */
export function ProjectTab({
  team,
  project,
}: {
  team: TeamView | null;
  project: Workbench | null;
}) {
  const live = useTimedLive(api.settings.submissions);
  if (live.status === "pending") return <Skeleton height="14rem" />;
  if (live.status === "error")
    return <LoadFailure>Failed to load the submissions</LoadFailure>;
  const { state } = live.data;
  const way = <Way state={state} team={team} project={project} />;
  if (team !== null && project?.receipt)
    return (
      <Receipt project={project} teamName={team.name} isOpen={state === "open"}>
        <div>{way}</div>
      </Receipt>
    );
  return (
    <Panel aria-labelledby="submissions">
      <div className="stack gap-4 justify-items-start" aria-live="polite">
        <h2 id="submissions">No submissions yet</h2>
        <Countdown submissions={live.data} />
        {team === null && <p className="soft">A project needs a team.</p>}
        {way}
      </div>
    </Panel>
  );
}

function Way({
  state,
  team,
  project,
}: {
  state: Submissions["state"];
  team: TeamView | null;
  project: Workbench | null;
}) {
  if (team === null) return <NoTeam />;
  if (state === "not open" && project === null)
    return (
      <LinkButton to={paths.submissionGuide}>
        Read the submission guide
      </LinkButton>
    );
  return (
    <LinkButton to={paths.project}>
      {project === null ? "Start the project" : "Open the project"}
    </LinkButton>
  );
}
