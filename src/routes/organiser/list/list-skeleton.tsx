import { Skeleton } from "../../../ui/skeleton";

/** The place of a list: its search, and about a screen of rows. */
export function ListSkeleton() {
  return (
    <div className="org-stack">
      <Skeleton height="5rem" />
      {Array.from({ length: 8 }, (_, row) => (
        <Skeleton key={row} height="3.5rem" />
      ))}
    </div>
  );
}
