import {
  isFull,
  type TeamMember,
  type TeamView as Team,
} from "#convex/shared/teams";
import { useState } from "react";
import { Link } from "react-router-dom";
import type { Profile } from "#convex/shared/people";
import { NextStep } from "../../features/next-step/next-step";
import { event } from "../../content/event";
import { InviteSheet } from "../../features/team/invite-sheet";
import { Roster } from "../../features/team/roster";
import { canInvite, useInvite } from "../../features/team/use-invite";
import { formatDateLine } from "../../lib/format-date";
import { paths } from "../../paths";
import { Button } from "../../ui/button";
import { Fitted } from "../../ui/fitted";
import { MoreIcon } from "../../ui/tool-icons";
import { ChangeRequests } from "./change-requests";
import { CodeTools } from "./code-tools";
import { DisbandTeam } from "./disband-team";
import { EditTeam } from "./edit-team";
import { LeaveTeam } from "./leave-team";
import { MemberTools, type ChosenMember } from "./member-tools";
import { written } from "../../ui/written";
import styles from "./team.module.css";

/** Printed, it is a sheet for the team's table or its notice board. */
export function TeamView({
  team,
  me,
  areChangesOpen,
}: {
  team: Team;
  /** Undefined while it is not known. */
  me: Pick<Profile, "_id"> | undefined;
  areChangesOpen: boolean;
}) {
  const selfId = me?._id;
  const isLeader = team.members.some(
    ({ uid, role }) => uid === selfId && role === "leader",
  );
  const invite = useInvite(team);
  const [chosen, setChosen] = useState<ChosenMember | null>(null);
  const toolsOf = ({ uid, name }: TeamMember) => (
    <Button
      tone="quiet"
      aria-label={`Manage ${name}`}
      onClick={() => setChosen({ uid, name })}
    >
      <MoreIcon />
    </Button>
  );
  return (
    <div className={`stack gap-7 page-padding ${styles.page}`}>
      <p className={styles.printed}>
        {event.edition} · {formatDateLine(event.firstDay, event.lastDay)} ·{" "}
        {event.city}
      </p>
      <NextStep team={team} at={paths.team} />
      <div className={`stack gap-6 items-start ${styles.header}`}>
        <div className="stack gap-4 min-w-0">
          <h1 className="display-l">
            <Fitted>{team.name}</Fitted>
          </h1>
          {team.description !== "" && (
            <p className={styles.description} {...written(team.description)}>
              {team.description}
            </p>
          )}
          {isLeader && (
            <div className={`screen-only ${styles.pen}`}>
              <EditTeam team={team} />
            </div>
          )}
        </div>
        <InviteSheet
          team={team}
          invite={invite}
          areChangesOpen={areChangesOpen}
        >
          {isLeader && <CodeTools team={team} />}
        </InviteSheet>
      </div>
      <section className="stack gap-5" aria-labelledby="members">
        <h2 id="members">Members</h2>
        <Roster
          members={team.members}
          selfId={selfId}
          onInvite={canInvite(team, areChangesOpen) ? invite.share : undefined}
          toolsOf={isLeader ? toolsOf : undefined}
        />
        {areChangesOpen && !isFull(team.members) && (
          <p className="screen-only">
            A slot is free: <Link to={paths.find}>find teammates</Link>.
          </p>
        )}
      </section>
      <p className={styles.printed}>
        Join with the invite code at{" "}
        <strong>{new URL(paths.team, location.origin).href}</strong>
      </p>
      <LeaveTeam team={team} selfId={selfId} areChangesOpen={areChangesOpen}>
        {isLeader && areChangesOpen && <DisbandTeam team={team} />}
      </LeaveTeam>
      <ChangeRequests hasTeam />
      {isLeader && (
        <MemberTools
          team={team}
          chosen={chosen}
          areChangesOpen={areChangesOpen}
          onClose={() => setChosen(null)}
        />
      )}
    </div>
  );
}
