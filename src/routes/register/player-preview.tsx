import { PlayerCard, WaitingCard } from "../../features/team/player-card";
import styles from "./player-preview.module.css";

/** The slot that waits for whoever is registering, filled while they type; it repeats the form, so it is not announced. */
export function PlayerPreview({ name }: { name: string }) {
  return (
    <div className={styles.preview} aria-hidden="true">
      <div className={styles.card}>
        {name.trim() === "" ? (
          <WaitingCard slot={1}>waiting for you</WaitingCard>
        ) : (
          <PlayerCard slot={1} name={name} teamRole="member" isSelf />
        )}
      </div>
    </div>
  );
}
