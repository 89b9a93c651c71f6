import {
  isFull,
  type TeamMember,
  type TeamView as Team,
} from "#convex/teams/shared/teams";
import { useState } from "react";
import type { Profile } from "#convex/people/shared/people";
import { MatchClock } from "../../features/clock/match-clock";
import { NextStep } from "../../features/next-step/next-step";
import { event } from "../../content/event";
import { InviteBar } from "../../features/team/invite-bar";
import { Roster } from "../../features/team/roster";
import { formatDateLine } from "../../lib/time/format-date";
import { paths } from "../../paths";
import { Button } from "../../ui/button";
import { Fitted } from "../../ui/fitted";
import { MoreIcon, PenIcon } from "../../ui/tool-icons";
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
  isLive,
  isArriving,
}: {
  team: Team;
  /** Undefined while it is not known. */
  me: Pick<Profile, "_id"> | undefined;
  areChangesOpen: boolean;
  /** Whether the event is on: then its clock is shown. */
  isLive: boolean;
  /** Whether the reader has just joined or created it. */
  isArriving: boolean;
}) {
  const selfId = me?._id;
  const isJoinable = areChangesOpen && team.isOpen && !isFull(team.members);
  const isLeader = team.members.some(
    ({ uid, role }) => uid === selfId && role === "leader",
  );
  const [chosen, setChosen] = useState<ChosenMember | null>(null);
  const [isEditing, setIsEditing] = useState(false);
  const edit = (
    <Button tone="quiet" onClick={() => setIsEditing(true)}>
      <PenIcon />
      Edit name and description
    </Button>
  );
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
    <div className={`stack gap-3 ${styles.page}`}>
      <p className={`hidden ${styles.printed}`}>
        {event.edition} · {formatDateLine(event.firstDay, event.lastDay)} ·{" "}
        {event.city}
      </p>
      <h1 className={styles.name}>
        <Fitted>{team.name}</Fitted>
      </h1>
      <Roster
        members={team.members}
        arrived={team.arrived}
        selfId={selfId}
        isArriving={isArriving}
        isClosed={!areChangesOpen}
        toolsOf={isLeader ? toolsOf : undefined}
      />
      {isLive && <MatchClock />}
      <NextStep team={team} at={paths.team}>
        {(href) =>
          href !== undefined &&
          areChangesOpen && (
            <InviteBar team={team} areChangesOpen isNext={href === paths.team}>
              {isLeader && (
                <>
                  {edit}
                  <CodeTools team={team} />
                  <DisbandTeam team={team} />
                </>
              )}
            </InviteBar>
          )
        }
      </NextStep>
      <ChangeRequests hasTeam>{isLeader && edit}</ChangeRequests>
      {team.namesake && (
        <output className="measure soft">
          {`There is another team “${team.namesake.name}”. You may keep your name: desks go by people, judges by tables, and the hall calls you “${team.namesake.inHall}”.`}
        </output>
      )}
      {team.description !== "" && (
        <p
          className="measure soft own-direction pre-line"
          {...written(team.description)}
        >
          {team.description}
        </p>
      )}
      {isJoinable && (
        <p className={`hidden ${styles.printed}`}>
          Join with the invite code at{" "}
          <strong>{new URL(paths.team, location.origin).href}</strong>
        </p>
      )}
      <LeaveTeam team={team} selfId={selfId} areChangesOpen={areChangesOpen} />
      {isLeader && (
        <>
          <EditTeam
            team={team}
            isOpen={isEditing}
            onClose={() => setIsEditing(false)}
          />
          <MemberTools
            team={team}
            chosen={chosen}
            areChangesOpen={areChangesOpen}
            onClose={() => setChosen(null)}
          />
        </>
      )}
    </div>
  );
}
