import type { TeamRole } from "../../../convex/shared/validators";
import { PlayerCard, WaitingCard } from "./player-card";
import styles from "./player-preview.module.css";

/**
 * Somebody's card, or the slot that waits for it, following a name while it is typed; it repeats a
 * form, so it is not announced. How it stands depends on the width of the container named `roster` around it.
 */
export function PlayerPreview({
  name,
  teamRole = "member",
}: {
  name: string;
  teamRole?: TeamRole;
}) {
  return (
    <div className={styles.preview} aria-hidden="true">
      {name.trim() === "" ? (
        <WaitingCard slot={1}>waiting for you</WaitingCard>
      ) : (
        <PlayerCard slot={1} name={name} teamRole={teamRole} isSelf />
      )}
    </div>
  );
}
