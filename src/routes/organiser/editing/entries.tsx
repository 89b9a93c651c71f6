import { Skeleton } from "../../../ui/skeleton";

export function GroupTitle({
  title,
  lead,
  count,
}: {
  title: string;
  lead: string;
  count: number;
}) {
  return (
    <div className="org-panel-title">
      <h2>
        {title} <small>{count}</small>
      </h2>
      <p>{lead}</p>
    </div>
  );
}

export function EntriesSkeleton() {
  return (
    <div className="org-stack">
      <Skeleton height="10rem" />
      <Skeleton height="10rem" />
      <Skeleton height="10rem" />
    </div>
  );
}
