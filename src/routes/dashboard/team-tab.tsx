import { useId } from "react";
import type { TeamView } from "#convex/teams/shared/teams";
import { InviteBar } from "../../features/team/invite-bar";
import { Roster } from "../../features/team/roster";
import { NoTeam } from "../../features/next-step/no-team";
import { useNoTeamStep } from "../../features/next-step/use-moment";
import { TeamChoices } from "../../features/team/team-choices";
import { useFocusOnChange } from "../../lib/focus/use-focus-on-change";
import { paths } from "../../paths";
import { LinkButton } from "../../ui/button";
import { Fitted } from "../../ui/fitted";
import { LoadFailure } from "../../ui/load-failure";
import { written } from "../../ui/written";

export function TeamTab({
  team,
  selfId,
  areChangesOpen,
}: {
  team: TeamView | null | undefined;
  selfId: string;
  areChangesOpen: boolean;
}) {
  const content = useFocusOnChange(team === null ? "none" : "team");
  return (
    <div ref={content} tabIndex={-1}>
      {team === undefined && (
        <LoadFailure>Failed to load team data</LoadFailure>
      )}
      {team === null && <Choices />}
      {team && (
        <Team team={team} selfId={selfId} areChangesOpen={areChangesOpen} />
      )}
    </div>
  );
}

/** Until it is known whether a team can be joined, neither is shown. */
function Choices() {
  const id = useId();
  const step = useNoTeamStep();
  const isOpen = step?.href === paths.team;
  return (
    <>
      <NoTeam id={id} isShown={!isOpen} />
      {step && <TeamChoices isOpen={isOpen} closedBy={id} />}
    </>
  );
}

function Team({
  team,
  selfId,
  areChangesOpen,
}: {
  team: TeamView;
  selfId: string;
  areChangesOpen: boolean;
}) {
  return (
    <div className="stack gap-5">
      <div className="row gap-4 items-center justify-between">
        <h2 className="beside display-m">
          <Fitted>{team.name}</Fitted>
        </h2>
        <LinkButton to={paths.team}>Manage Team</LinkButton>
      </div>
      <Roster
        members={team.members}
        arrived={team.arrived}
        selfId={selfId}
        isClosed={!areChangesOpen}
      />
      <InviteBar team={team} areChangesOpen={areChangesOpen} />
      {team.description !== "" && (
        <p
          className="measure soft own-direction pre-line"
          {...written(team.description)}
        >
          {team.description}
        </p>
      )}
    </div>
  );
}
