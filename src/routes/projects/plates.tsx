import type { GalleryEntry } from "#convex/shared/gallery";
import { Picture } from "../../ui/picture";
import { awardOf, trackOf } from "./tracks";
import styles from "./projects.module.css";

/** The awards of a project, and the tracks that it entered, as small plates. */
export function Plates({
  project: { awards, tracks },
}: {
  project: Pick<GalleryEntry, "awards" | "tracks">;
}) {
  const won = awards.map(({ award }) => award);
  const entered = tracks.filter((track) => !won.includes(track));
  if (awards.length + entered.length === 0) return null;
  return (
    <ul className="row gap-2">
      {awards.map(({ award, isTied }) => {
        const winnable = awardOf(award);
        return (
          winnable && (
            <li key={award} className={`plate ${styles.plate} ${styles.won}`}>
              <Picture image={winnable.icon} className={styles.icon} />
              {isTied ? `${winnable.title}, shared` : winnable.title}
            </li>
          )
        );
      })}
      {entered.map((track) => {
        const winnable = trackOf(track);
        return (
          winnable && (
            <li key={track} className={`plate ${styles.plate}`}>
              <Picture image={winnable.icon} className={styles.icon} />
              {winnable.title}
            </li>
          )
        );
      })}
    </ul>
  );
}
