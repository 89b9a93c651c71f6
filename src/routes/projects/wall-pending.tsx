import styles from "./projects.module.css";

/** A wall whose projects have not come: of the final size, so that nothing moves. Without styles of elements, which HTML may not have. */
export function WallPending() {
  return (
    <ul className={styles.wall} aria-hidden="true">
      {Array.from({ length: 6 }, (_, nth) => (
        <li key={nth} className={styles.place} />
      ))}
    </ul>
  );
}
