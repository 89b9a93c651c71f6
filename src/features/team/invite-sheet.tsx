import type { ReactNode } from "react";
import { isFull } from "#convex/shared/roster";
import type { TeamView } from "#convex/shared/validators";
import { Panel } from "../../ui/panel";
import { InviteCode } from "./invite-code";
import styles from "./invite-sheet.module.css";
import { InviteWays } from "./invite-ways";
import type { Invite } from "./use-invite";

/** Everything with which a team invites: the code, the link, and the ways to hand them on. */
export function InviteSheet({
  team,
  invite,
  areChangesOpen,
  children,
}: {
  team: TeamView;
  invite: Invite;
  areChangesOpen: boolean;
  /** What the leader does with the code. */
  children?: ReactNode;
}) {
  const isTeamFull = isFull(team.members);
  return (
    <Panel>
      <div className={styles.sheet}>
        <InviteCode
          code={team.inviteCode}
          isTeamFull={isTeamFull}
          isTeamOpen={team.isOpen}
          areChangesOpen={areChangesOpen}
        />
        <InviteWays team={team} invite={invite} />
        {children}
      </div>
    </Panel>
  );
}
