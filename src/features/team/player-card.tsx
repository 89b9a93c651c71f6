import type { TeamRole } from "../../../convex/shared/validators";
import { classNames } from "../../ui/class-names";
import { LeaderIcon } from "../../ui/icons";
import { initialsOf } from "./initials";
import styles from "./player-card.module.css";

const roleNames: Record<TeamRole, string> = {
  leader: "Team Leader",
  member: "Member",
};

/** One player as the broadcast would introduce them. */
export function PlayerCard({
  slot,
  name,
  teamRole,
  isSelf = false,
}: {
  slot: number;
  name: string;
  teamRole: TeamRole;
  isSelf?: boolean;
}) {
  return (
    <div className={classNames("plate", styles.card, isSelf && styles.own)}>
      <span className={classNames("lattice", styles.lattice)} />
      <SlotTag slot={slot} />
      {isSelf && <span className={styles.self}>You</span>}
      <span className={styles.initials} aria-hidden="true">
        {initialsOf(name)}
      </span>
      <span className={styles.name}>{name}</span>
      <span className={teamRole === "leader" ? styles.leader : styles.role}>
        {teamRole === "leader" && <LeaderIcon />}
        {roleNames[teamRole]}
      </span>
    </div>
  );
}

/** A slot that nobody has taken yet. */
export function WaitingCard({
  slot,
  children,
}: {
  slot: number;
  children: string;
}) {
  return (
    <div className={classNames("plate plate-waiting", styles.waiting)}>
      <SlotTag slot={slot} />
      <span className={styles.role}>{children}</span>
    </div>
  );
}

function SlotTag({ slot }: { slot: number }) {
  return <span className={styles.slot}>P{slot}</span>;
}
