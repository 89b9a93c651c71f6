import { LoadingTitle, Skeleton } from "../../ui/skeleton";

export function DashboardSkeleton() {
  return (
    <>
      <LoadingTitle>Loading your dashboard</LoadingTitle>
      <Skeleton width="70%" height="calc(var(--display-l) * 2)" />
      <Skeleton height="8rem" />
      <Skeleton height="24rem" />
    </>
  );
}
