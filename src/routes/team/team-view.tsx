import { isFull } from "#convex/shared/roster";
import type { Profile, TeamView as Team } from "#convex/shared/validators";
import { NextStep } from "../../features/next-step/next-step";
import { event } from "../../content/event";
import { InviteCode } from "../../features/team/invite-code";
import { Roster } from "../../features/team/roster";
import { formatDateLine } from "../../lib/format-date";
import { paths } from "../../paths";
import { Fitted } from "../../ui/fitted";
import { Panel } from "../../ui/panel";
import { LeaveTeam } from "./leave-team";
import styles from "./team.module.css";

/** Printed, it is a sheet for the team's table or its notice board. */
export function TeamView({
  team,
  me,
  areChangesOpen,
}: {
  team: Team;
  /** Undefined while it is not known. */
  me: Pick<Profile, "_id" | "hasRegisteredPlace"> | undefined;
  areChangesOpen: boolean;
}) {
  const selfId = me?._id;
  const isSettled = isFull(team.members) || !areChangesOpen;
  return (
    <div className={styles.page}>
      <p className={styles.printed}>
        {event.edition} · {formatDateLine(event.firstDay, event.lastDay)} ·{" "}
        {event.city}
      </p>
      {me && isSettled && (
        <NextStep
          members={team.members.length}
          areChangesOpen={areChangesOpen}
          hasRegisteredPlace={me.hasRegisteredPlace}
        />
      )}
      <div className={styles.header}>
        <div className={styles.intro}>
          <h1 className={styles.name}>
            <Fitted>{team.name}</Fitted>
          </h1>
          {team.description !== "" && (
            <p className={styles.description}>{team.description}</p>
          )}
        </div>
        <Panel>
          <InviteCode
            code={team.inviteCode}
            isTeamFull={isFull(team.members)}
            areChangesOpen={areChangesOpen}
          />
        </Panel>
      </div>
      <section className={styles.members} aria-labelledby="members">
        <h2 id="members">Members</h2>
        <Roster members={team.members} selfId={selfId} />
      </section>
      <p className={styles.printed}>
        Join with the invite code at{" "}
        <strong>{new URL(paths.team, location.origin).href}</strong>
      </p>
      <LeaveTeam team={team} selfId={selfId} areChangesOpen={areChangesOpen} />
    </div>
  );
}
