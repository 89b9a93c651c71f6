import { groupPicture } from "../../content/landing";
import { useImageFailure } from "../../lib/use-image-failure";
import styles from "./group-picture.module.css";

/** The picture of everybody; nothing at all if it does not load. */
export function GroupPicture() {
  const { imageProps, hasFailed } = useImageFailure(groupPicture.src);
  if (hasFailed) return null;
  return (
    <img
      {...imageProps}
      width={groupPicture.width}
      height={groupPicture.height}
      alt={groupPicture.alt}
      className={styles.picture}
    />
  );
}
