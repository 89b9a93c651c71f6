import type { ReactNode } from "react";
import type { TeamRole } from "#convex/platform/shared/roles";
import { classNames } from "../../ui/class-names";
import { Fitted } from "../../ui/fitted";
import { LeaderIcon } from "../../ui/tool-icons";
import styles from "./player-card.module.css";
import type { Elements } from "../../ui/elements";

export const roleNames: Record<TeamRole, string> = {
  leader: "Team Leader",
  member: "Member",
};

export function PlayerCard({
  slot,
  name,
  teamRole,
  isSelf = false,
  isHere = false,
  tools,
}: {
  slot: number;
  name: string;
  teamRole: TeamRole;
  isSelf?: boolean;
  /** Whether the person has been checked in at the event. */
  isHere?: boolean;
  /** Controls for this member, on the cards of others. */
  tools?: Elements;
}) {
  return (
    <div
      className={classNames(
        "plate grid gap-x-4 items-center",
        styles.card,
        isSelf && styles.own,
      )}
    >
      <span className={`lattice hidden ${styles.lattice}`} />
      <SlotTag slot={slot} />
      {isSelf && <span className={`upper ${styles.self}`}>You</span>}
      {tools && <span className={`screen-only ${styles.tools}`}>{tools}</span>}
      <span className={styles.initials} aria-hidden="true">
        {initialsOf(name)}
      </span>
      <span className={styles.name}>
        <Fitted lines={4}>{name}</Fitted>
      </span>
      <Role look={teamRole === "leader" ? "hot-text" : "quiet"}>
        {teamRole === "leader" && <LeaderIcon />}
        <span>{roleNames[teamRole]}</span>
        {isHere && (
          // Nobody is once all is over.
          <span
            data-when="shown hidden closed live"
            className={`flex gap-1 items-center signal-text ${styles.here}`}
          >
            here
          </span>
        )}
      </Role>
    </div>
  );
}

/** An empty slot. */
export function WaitingCard({
  slot,
  children,
}: {
  slot: number;
  children: string;
}) {
  return (
    <div
      className={`plate plate-waiting grid gap-x-4 items-center ${styles.waiting}`}
    >
      <SlotTag slot={slot} />
      <Role look="quiet">{children}</Role>
    </div>
  );
}

function Role({ look, children }: { look: string; children: ReactNode }) {
  return (
    <span
      className={`flex gap-1 items-center tight text-s ${look} ${styles.role}`}
    >
      {children}
    </span>
  );
}

function SlotTag({ slot }: { slot: number }) {
  return <span className={`quiet ${styles.slot}`}>{`P${slot}`}</span>;
}

/** Follows a name while it is typed. Hidden from screen readers, because it repeats the form. */
export function PlayerPreview({ name }: { name: string }) {
  return (
    <div className={`full ${styles.preview}`} aria-hidden="true">
      {name.trim() === "" ? (
        <WaitingCard slot={1}>waiting for you</WaitingCard>
      ) : (
        <PlayerCard slot={1} name={name} teamRole="member" isSelf />
      )}
    </div>
  );
}

/** With its marks; in Indian scripts a sign joins letters to one. `Intl.Segmenter` is too new. */
const FIRST_LETTER =
  /^(?:.\p{M}*[\u094d\u09cd\u0acd\u0b4d\u0c4d\u0d4d](?=\p{L}))*.\p{M}*/su;

/** The initials of the first and the last word. */
export function initialsOf(name: string): string {
  const words = name.split(" ").filter((word) => word !== "");
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : words;
  return chosen
    .map((word) => FIRST_LETTER.exec(word ?? "")?.[0] ?? "")
    .join("")
    .toUpperCase();
}
