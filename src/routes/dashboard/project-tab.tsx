import { api } from "#convex/_generated/api";
import type { Workbench } from "#convex/shared/projectValidators";
import type { Submissions, TeamView } from "#convex/shared/validators";
import { Countdown } from "../../features/clock/countdown";
import { Receipt } from "../../features/clock/receipt";
import { useTimedLive } from "../../lib/use-timed-live";
import { paths } from "../../paths";
import { LinkButton } from "../../ui/button";
import { Fitted } from "../../ui/fitted";
import { LoadFailure } from "../../ui/load-failure";
import { Panel } from "../../ui/panel";
import { Skeleton } from "../../ui/skeleton";
import styles from "./dashboard.module.css";

/**
 * The submissions tab once an organiser has set when submissions open: the countdown, the project's state, and a link
 * to it.
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
  return (
    <div className={styles.overview}>
      <Panel aria-labelledby="submissions">
        <div className={styles.empty} aria-live="polite">
          <h2 id="submissions">
            {project === null || project.name === "" ? (
              "Your project"
            ) : (
              <Fitted>{project.name}</Fitted>
            )}
          </h2>
          <Countdown submissions={live.data} />
          <p>{sentenceOf(live.data.state, team, project)}</p>
          <Way state={live.data.state} team={team} project={project} />
        </div>
      </Panel>
      {team !== null && project !== null && (
        <Receipt project={project} teamName={team.name} />
      )}
    </div>
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
  if (team === null)
    return <LinkButton to={paths.team}>Find your team</LinkButton>;
  if (state === "not open" && project === null)
    return (
      <LinkButton to={paths.submissionGuide}>
        Read the submission guide
      </LinkButton>
    );
  return (
    <LinkButton to={paths.project} tone="signal">
      {project === null ? "Start the project" : "Open the project"}
    </LinkButton>
  );
}

function sentenceOf(
  state: Submissions["state"],
  team: TeamView | null,
  project: Workbench | null,
): string {
  if (team === null) return "A project needs a team, and you are in none yet.";
  if (project?.status === "handed_in")
    return project.hasChanges
      ? "Handed in, and changed since. What was handed in counts until your Team Leader hands in again."
      : "Handed in.";
  if (state === "closed")
    return "Submissions are closed, and nothing was handed in. The organisers can see what your team has written.";
  if (project !== null)
    return "A draft. It counts once your Team Leader hands it in.";
  return state === "open"
    ? "Not started. Everybody in your team can write at once."
    : "Your team can begin once submissions open.";
}
