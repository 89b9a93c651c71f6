import styles from "./skeleton.module.css";
import { VisuallyHidden } from "./visually-hidden";

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

/** What a page is called while it is made of skeletons: said, not seen. */
export function LoadingTitle({ children }: { children: string }) {
  return (
    <h1 aria-live="polite">
      <VisuallyHidden>{children}</VisuallyHidden>
    </h1>
  );
}
