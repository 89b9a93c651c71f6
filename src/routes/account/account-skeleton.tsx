import { Skeleton } from "../../ui/skeleton";
import { VisuallyHidden } from "../../ui/visually-hidden";

export function AccountSkeleton() {
  return (
    <>
      <output>
        <VisuallyHidden>Loading your account</VisuallyHidden>
      </output>
      <Skeleton width="60%" height="var(--display-l)" />
      <Skeleton height="18rem" />
      <Skeleton height="9rem" />
      <Skeleton height="9rem" />
    </>
  );
}
