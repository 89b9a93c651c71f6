import { Skeleton } from "../../ui/skeleton";
import { VisuallyHidden } from "../../ui/visually-hidden";
import styles from "./team.module.css";

export function TeamSkeleton() {
  return (
    <div className={styles.page}>
      <output>
        <VisuallyHidden>Loading your team</VisuallyHidden>
      </output>
      <Skeleton width="60%" height="var(--display-l)" />
      <Skeleton height="12rem" />
      <Skeleton height="21rem" />
    </div>
  );
}
