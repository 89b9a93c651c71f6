import { useId, type ReactNode } from "react";
import { Panel } from "../../../ui/panel";
import { Skeleton } from "../../../ui/skeleton";

/** @param children the form; it gets the id of the panel's title */
export function ComposePanel({
  noun,
  children,
}: {
  /** Such as "announcement". */
  noun: string;
  children: (titleId: string) => ReactNode;
}) {
  const titleId = useId();
  return (
    <Panel aria-labelledby={titleId}>
      <div className="stack gap-5 org-panel">
        <h2 id={titleId}>New {noun}</h2>
        {children(titleId)}
      </div>
    </Panel>
  );
}

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
    <div className="stack gap-2 org-panel-title">
      <h2>
        {title} <small>{count}</small>
      </h2>
      <p>{lead}</p>
    </div>
  );
}

export function EntriesSkeleton() {
  return (
    <div className="stack gap-3 min-w-0">
      <Skeleton height="10rem" />
      <Skeleton height="10rem" />
      <Skeleton height="10rem" />
    </div>
  );
}
