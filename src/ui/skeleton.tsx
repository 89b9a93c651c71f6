import styles from "./skeleton.module.css";

/** Holds the place of something that is on its way, at its final size (any CSS lengths). */
export function Skeleton({
  width = "100%",
  height,
}: {
  width?: string;
  height: string;
}) {
  return <span className={styles.skeleton} style={{ width, height }} />;
}
