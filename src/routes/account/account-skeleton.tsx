import { LoadingTitle, Skeleton } from "../../ui/skeleton";

export function AccountSkeleton() {
  return (
    <>
      <LoadingTitle>Loading your account</LoadingTitle>
      <Skeleton width="60%" height="var(--display-l)" />
      <Skeleton height="18rem" />
      <Skeleton height="9rem" />
      <Skeleton height="9rem" />
    </>
  );
}
