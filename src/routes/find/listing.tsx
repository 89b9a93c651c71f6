import type { ReactNode } from "react";
import { MAX_LISTED } from "#convex/shared/limits";
import { Button } from "../../ui/button";
import { LoadFailure } from "../../ui/load-failure";
import { Skeleton } from "../../ui/skeleton";
import styles from "./find.module.css";
import { LOAD_FAILURE } from "./use-finding";
import type { Steady } from "./use-steady";

/** A list that stays still: new entries wait behind a button. */
export function Listing<Entry extends { _id: string }>({
  label,
  steady: { entries, hasMore, newCount, renew },
  hasFailed,
  limit,
  onMore,
  empty,
  children,
}: {
  label: string;
  steady: Steady<Entry>;
  hasFailed: boolean;
  limit: number;
  onMore: () => void;
  empty: string;
  children: (entry: Entry, isGone: boolean) => ReactNode;
}) {
  if (hasFailed) return <LoadFailure>{LOAD_FAILURE}</LoadFailure>;
  if (entries === undefined) {
    return (
      <div aria-busy="true" className={styles.grid}>
        <Skeleton height="14rem" />
        <Skeleton height="14rem" />
        <Skeleton height="14rem" />
      </div>
    );
  }
  return (
    <>
      <div aria-live="polite" className={styles.fresh}>
        {newCount > 0 && (
          <Button tone="signal" onClick={renew}>
            {newCount === 1 ? "Show 1 new" : `Show ${newCount} new`}
          </Button>
        )}
      </div>
      {entries.length === 0 ? (
        <p className={styles.soft}>{empty}</p>
      ) : (
        <ul className={styles.grid} aria-label={label}>
          {entries.map(({ entry, isGone }) => (
            <li key={entry._id}>{children(entry, isGone)}</li>
          ))}
        </ul>
      )}
      {hasMore && limit < MAX_LISTED && (
        <div className={styles.actions}>
          <Button onClick={onMore}>Show more</Button>
        </div>
      )}
    </>
  );
}
