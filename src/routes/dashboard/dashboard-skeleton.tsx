import { Skeleton } from "../../ui/skeleton";
import { VisuallyHidden } from "../../ui/visually-hidden";

export function DashboardSkeleton() {
  return (
    <>
      <output>
        <VisuallyHidden>Loading your dashboard</VisuallyHidden>
      </output>
      <Skeleton width="70%" height="calc(var(--display-l) * 2)" />
      <Skeleton height="8rem" />
      <Skeleton height="24rem" />
    </>
  );
}
