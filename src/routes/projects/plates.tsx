import type { GalleryEntry } from "#convex/gallery/shared";
import { awardOf } from "../../content/award-words";
import { classNames } from "../../ui/class-names";
import { Picture } from "../../ui/picture";
import styles from "./projects.module.css";

/** The awards of a project, and the tracks that it entered, as small plates. */
export function Plates({
  project: { awards, tracks },
}: {
  project: Pick<GalleryEntry, "awards" | "tracks">;
}) {
  const won = awards.map(({ award }) => award);
  const plates = [
    ...awards.map(({ award, ...it }) => ({ id: award, isWon: true, ...it })),
    ...tracks
      .filter((track) => !won.includes(track))
      .map((id) => ({ id, isWon: false, isTied: false, isCorrected: false })),
  ];
  if (plates.length === 0) return null;
  return (
    <ul className="row gap-2">
      {plates.map(({ id, isWon, isTied, isCorrected }) => {
        const winnable = awardOf(id);
        return (
          winnable && (
            <li
              key={id}
              className={classNames(
                "plate flex gap-2 items-center text-s",
                styles.plate,
                isWon && `signal-text strong ${styles.won}`,
              )}
            >
              <Picture image={winnable.icon} className={styles.icon} />
              <span>{`${winnable.title}${isTied ? ", shared" : ""}${isCorrected ? ", corrected" : ""}`}</span>
            </li>
          )
        );
      })}
    </ul>
  );
}
