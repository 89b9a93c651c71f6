import { LoadingTitle, Skeleton } from "../../ui/skeleton";
import styles from "./team.module.css";

export function TeamSkeleton() {
  return (
    <div className={styles.page}>
      <LoadingTitle>Loading your team</LoadingTitle>
      <Skeleton width="60%" height="var(--display-l)" />
      <Skeleton height="12rem" />
      <Skeleton height="21rem" />
    </div>
  );
}
