import { LoadingTitle, Skeleton } from "../../ui/skeleton";

export function PendingTicket() {
  return (
    <>
      <LoadingTitle>Opening your invitation</LoadingTitle>
      <Skeleton width="60%" height="var(--display-l)" />
      <Skeleton height="21rem" />
    </>
  );
}
