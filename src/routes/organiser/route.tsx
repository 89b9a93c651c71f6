import { lazy, Suspense } from "react";
import { PagePending } from "../../layouts/page-pending";
import { loadPart } from "../../lib/load-part";

// Loaded after the guard has let someone in, so that nobody else downloads it.
const Area = lazy(async () => {
  const { Area: area } = await loadPart(() => import("./area"));
  return { default: area };
});

export function Component() {
  return (
    <Suspense fallback={<PagePending />}>
      <Area />
    </Suspense>
  );
}
