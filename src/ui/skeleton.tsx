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

/** Placeholders below each other, of these heights. */
export function SkeletonStack({ heights }: { heights: readonly string[] }) {
  return (
    <div className="stack gap-3">
      {heights.map((height, position) => (
        <Skeleton key={position} height={height} />
      ))}
    </div>
  );
}

/** The page's heading while it loads, for screen readers. */
export function LoadingTitle({ children }: { children: string }) {
  return (
    <h1 aria-live="polite">
      <VisuallyHidden>{children}</VisuallyHidden>
    </h1>
  );
}
