import { AnimatePresence } from "framer-motion";
import * as m from "framer-motion/m";
import { useEffect, useRef } from "react";
import { MAX_TEAM_SIZE, type TeamMember } from "#convex/teams/shared/teams";
import { bringIntoSight } from "../../lib/focus/bring-into-sight";
import { Motion } from "../../ui/motion";
import { PlayerCard, WaitingCard } from "./player-card";
import styles from "./roster.module.css";
import type { Elements } from "../../ui/elements";

const LOCK_IN_SECONDS = 0.9;

/** The slots in order of joining. A new member's card is animated; `use-team-news.ts` says who has come. */
export function Roster({
  members,
  arrived = [],
  selfId,
  isArriving = false,
  isClosed = false,
  toolsOf,
}: {
  members: readonly TeamMember[];
  /** Who of them is at the event. */
  arrived?: readonly string[];
  selfId: string | undefined;
  /** Whether the reader has just joined: their own card locks in, in sight. */
  isArriving?: boolean;
  /** Nobody comes any more. */
  isClosed?: boolean;
  /** Controls for each of the others. */
  toolsOf?: ((member: TeamMember) => Elements) | undefined;
}) {
  const slots = Array.from({ length: MAX_TEAM_SIZE }, (_, slot) => slot);
  const coming = isClosed ? "closed" : "waiting for a teammate";
  const next = members.length === 0 ? "waiting for you" : coming;
  const own = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isArriving && own.current !== null) bringIntoSight(own.current);
  }, [isArriving]);
  return (
    <Motion>
      <div className={styles.roster}>
        <ol
          className={`stack gap-2 ${styles.slots}`}
          data-slots={MAX_TEAM_SIZE}
          aria-label="Team roster"
        >
          {slots.map((slot) => {
            const member = members[slot];
            const isSelf = member !== undefined && member.uid === selfId;
            return (
              <li
                key={slot}
                ref={isSelf ? own : undefined}
                className={`grid min-w-0 ${styles.slot}`}
              >
                <Slot
                  slot={slot + 1}
                  member={member}
                  waitingFor={slot === 0 ? next : coming}
                  isSelf={isSelf}
                  isHere={member !== undefined && arrived.includes(member.uid)}
                  isArriving={isArriving && isSelf}
                  toolsOf={toolsOf}
                />
              </li>
            );
          })}
        </ol>
      </div>
    </Motion>
  );
}

function Slot({
  slot,
  member,
  waitingFor,
  isSelf,
  isHere,
  isArriving,
  toolsOf,
}: {
  slot: number;
  member: TeamMember | undefined;
  waitingFor: string;
  isSelf: boolean;
  isHere: boolean;
  isArriving: boolean;
  toolsOf: ((member: TeamMember) => Elements) | undefined;
}) {
  return (
    <AnimatePresence initial={isArriving}>
      {member === undefined ? (
        <m.div
          key="waiting"
          className={styles.fill}
          initial={{ opacity: 0 }}
          animate={{ opacity: 1 }}
          exit={{ opacity: 0 }}
        >
          <WaitingCard slot={slot}>{waitingFor}</WaitingCard>
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
              isSelf={isSelf}
              isHere={isHere}
              tools={!isSelf && toolsOf?.(member)}
            />
          </m.div>
          <div className={`plate-clip cover ${styles.wipe}`}>
            <m.div
              className={`cover ${styles.blade}`}
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
