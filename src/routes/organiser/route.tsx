import { lazy, Suspense } from "react";
import { PagePending } from "../../layouts/page-pending";

// The guard has let somebody in by now: what the area is made of is nobody else's download.
const Area = lazy(async () => {
  const { Area: area } = await import("./area");
  return { default: area };
});

export function Component() {
  return (
    <Suspense fallback={<PagePending />}>
      <Area />
    </Suspense>
  );
}
