import { event } from "../../content/event";
import { LoadingTitle, Skeleton } from "../../ui/skeleton";
import styles from "./projects.module.css";
import type { Elements } from "../../ui/elements";

export function WallHeading({ children }: { children?: Elements }) {
  return (
    <header className="stack gap-4">
      <h1 className="display-l">Projects</h1>
      <p className="measure soft text-l own-direction">
        What the teams of {event.edition} built.
      </p>
      {children}
    </header>
  );
}

/**
 * The placeholder of the wall, in its final size, so that nothing moves. Without style attributes, which the content
 * security policy forbids in HTML.
 */
export function WallPending() {
  return (
    <ul
      className={`stack gap-5 wide-halves wider-thirds ${styles.wall}`}
      aria-hidden="true"
    >
      {Array.from({ length: 6 }, (_, nth) => (
        <li key={nth} className={styles.place} />
      ))}
    </ul>
  );
}

export function OnePending() {
  return (
    <>
      <LoadingTitle>Loading the project</LoadingTitle>
      <Skeleton width="70%" height="var(--display-l)" />
      <Skeleton height="min(60vw, 40rem)" />
    </>
  );
}
