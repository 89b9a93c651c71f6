import { useId, type ReactNode } from "react";
import { Button } from "../ui/button";
import styles from "./schedules.module.css";

/** A section of jobs with its loading and empty states. */
export function JobSection({
  title,
  empty,
  jobs,
  hasMore = false,
  isLoadingMore = false,
  loadMore,
  children,
}: {
  title: string;
  empty: string;
  /** Undefined while they load. */
  jobs: readonly unknown[] | undefined;
  hasMore?: boolean;
  isLoadingMore?: boolean;
  loadMore?: () => void;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {jobs === undefined && <p className={styles.quiet}>Loading…</p>}
      {jobs?.length === 0 && <p className={styles.quiet}>{empty}</p>}
      {children}
      {(hasMore || isLoadingMore) && (
        <p>
          <Button isBusy={isLoadingMore} onClick={loadMore}>
            {isLoadingMore ? "Loading" : "Show more"}
          </Button>
        </p>
      )}
    </section>
  );
}
