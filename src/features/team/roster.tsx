import { AnimatePresence } from "framer-motion";
import * as m from "framer-motion/m";
import type { ReactNode } from "react";
import { MAX_TEAM_SIZE, type TeamMember } from "#convex/shared/teams";
import { Motion } from "../../ui/motion";
import { PlayerCard, WaitingCard } from "./player-card";
import styles from "./roster.module.css";

const LOCK_IN_SECONDS = 0.9;
const waitingForTeammate = "waiting for a teammate";

/** The four slots in order of joining. A new member's card is animated; `use-team-news.ts` says who has come. */
export function Roster({
  members,
  selfId,
  onInvite,
  toolsOf,
}: {
  members: readonly TeamMember[];
  selfId: string | undefined;
  /** Called when an empty slot is pressed; without it the slots are no buttons. */
  onInvite?: (() => void) | undefined;
  /** Controls for each of the others. */
  toolsOf?: ((member: TeamMember) => ReactNode) | undefined;
}) {
  const slots = Array.from({ length: MAX_TEAM_SIZE }, (_, slot) => slot);
  const next = members.length === 0 ? "waiting for you" : waitingForTeammate;
  return (
    <Motion>
      <div className={styles.roster}>
        <ol className={`stack gap-2 ${styles.slots}`} aria-label="Team roster">
          {slots.map((slot) => (
            <li key={slot} className={`grid min-w-0 ${styles.slot}`}>
              <Slot
                slot={slot + 1}
                member={members[slot]}
                waitingFor={slot === 0 ? next : waitingForTeammate}
                selfId={selfId}
                onInvite={onInvite}
                toolsOf={toolsOf}
              />
            </li>
          ))}
        </ol>
      </div>
    </Motion>
  );
}

function Slot({
  slot,
  member,
  waitingFor,
  selfId,
  onInvite,
  toolsOf,
}: {
  slot: number;
  member: TeamMember | undefined;
  waitingFor: string;
  selfId: string | undefined;
  onInvite: (() => void) | undefined;
  toolsOf: ((member: TeamMember) => ReactNode) | undefined;
}) {
  return (
    <AnimatePresence initial={false}>
      {member === undefined ? (
        <m.div
          key="waiting"
          className={styles.fill}
          initial={{ opacity: 0 }}
          animate={{ opacity: 1 }}
          exit={{ opacity: 0 }}
        >
          <WaitingCard slot={slot} onInvite={onInvite}>
            {waitingFor}
          </WaitingCard>
        </m.div>
      ) : (
        <m.div
          key={member.uid}
          className={styles.fill}
          exit={{ opacity: 0, transition: { duration: 0.2 } }}
        >
          <m.div
            className={styles.fill}
            initial={{ opacity: 0 }}
            animate={{ opacity: 1 }}
            transition={{ delay: LOCK_IN_SECONDS * 0.4, duration: 0.01 }}
          >
            <PlayerCard
              slot={slot}
              name={member.name}
              teamRole={member.role}
              isSelf={member.uid === selfId}
              tools={member.uid !== selfId && toolsOf?.(member)}
            />
          </m.div>
          <div className={`plate-clip ${styles.wipe}`}>
            <m.div
              className={styles.blade}
              initial={{ x: "-101%" }}
              animate={{ x: ["-101%", "0%", "101%"] }}
              transition={{
                duration: LOCK_IN_SECONDS,
                times: [0, 0.4, 1],
                ease: [0.16, 1, 0.3, 1],
              }}
            />
          </div>
        </m.div>
      )}
    </AnimatePresence>
  );
}
