import type { ReactNode } from "react";
import { isFull, type TeamView } from "#convex/shared/teams";
import { Panel } from "../../ui/panel";
import { InviteCode } from "./invite-code";
import { InviteWays } from "./invite-ways";
import type { Invite } from "./use-invite";

/** A team's invitation: the code, the link, and ways to share them. */
export function InviteSheet({
  team,
  invite,
  areChangesOpen,
  children,
}: {
  team: TeamView;
  invite: Invite;
  areChangesOpen: boolean;
  /** The leader's controls for the code. */
  children?: ReactNode;
}) {
  const isTeamFull = isFull(team.members);
  return (
    <Panel>
      <div className="stack gap-5">
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
