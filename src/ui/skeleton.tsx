import styles from "./skeleton.module.css";
import { VisuallyHidden } from "./visually-hidden";

/** A placeholder of the content's final size (CSS lengths). */
export function Skeleton({
  width = "100%",
  height,
}: {
  width?: string;
  height: string;
}) {
  return <span className={styles.skeleton} style={{ width, height }} />;
}

/** The page's heading while it loads, for screen readers. */
export function LoadingTitle({ children }: { children: string }) {
  return (
    <h1 aria-live="polite">
      <VisuallyHidden>{children}</VisuallyHidden>
    </h1>
  );
}
