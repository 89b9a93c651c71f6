import { isFull } from "#convex/shared/roster";
import type { TeamView } from "#convex/shared/validators";
import { InviteCode } from "../../features/team/invite-code";
import { Roster } from "../../features/team/roster";
import { TeamChoices } from "../../features/team/team-choices";
import { useFocusOnChange } from "../../lib/use-focus-on-change";
import { paths } from "../../paths";
import { LinkButton } from "../../ui/button";
import { Fitted } from "../../ui/fitted";
import { LoadFailure } from "../../ui/load-failure";
import { Panel } from "../../ui/panel";
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
  return (
    <div className={styles.team}>
      <div className={styles.header}>
        <div className={styles.words}>
          <h2 className={styles.name}>
            <Fitted>{team.name}</Fitted>
          </h2>
          {team.description !== "" && (
            <p className={styles.description}>{team.description}</p>
          )}
          <LinkButton to={paths.team}>Manage Team</LinkButton>
        </div>
        <Panel>
          <InviteCode
            code={team.inviteCode}
            isTeamFull={isFull(team.members)}
            areChangesOpen={areChangesOpen}
          />
        </Panel>
      </div>
      <Roster members={team.members} selfId={selfId} />
    </div>
  );
}
