import type { TeamView } from "#convex/shared/teams";
import { InviteSheet } from "../../features/team/invite-sheet";
import { Roster } from "../../features/team/roster";
import { TeamChoices } from "../../features/team/team-choices";
import { canInvite, useInvite } from "../../features/team/use-invite";
import { useFocusOnChange } from "../../lib/use-focus-on-change";
import { paths } from "../../paths";
import { LinkButton } from "../../ui/button";
import { Fitted } from "../../ui/fitted";
import { LoadFailure } from "../../ui/load-failure";
import { written } from "../../ui/written";
import styles from "./team-tab.module.css";

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
      {team === null && <TeamChoices isOpen={areChangesOpen} />}
      {team && (
        <Team team={team} selfId={selfId} areChangesOpen={areChangesOpen} />
      )}
    </div>
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
  const invite = useInvite(team);
  return (
    <div className="stack gap-6">
      <div className={`stack gap-6 ${styles.header}`}>
        <div className="stack gap-4 content-start justify-items-start min-w-0">
          <h2 className={styles.name}>
            <Fitted>{team.name}</Fitted>
          </h2>
          {team.description !== "" && (
            <p
              className="measure soft own-direction pre-line"
              {...written(team.description)}
            >
              {team.description}
            </p>
          )}
          <LinkButton to={paths.team}>Manage Team</LinkButton>
        </div>
        <InviteSheet
          team={team}
          invite={invite}
          areChangesOpen={areChangesOpen}
        />
      </div>
      <Roster
        members={team.members}
        selfId={selfId}
        onInvite={canInvite(team, areChangesOpen) ? invite.share : undefined}
      />
    </div>
  );
}
