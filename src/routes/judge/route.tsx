import { lazy, Suspense } from "react";
import { PagePending } from "../../layouts/page-pending";
import { loadPart } from "../../lib/load-part";

// Loaded after the guard has let someone in, so that nobody else downloads it.
const Desk = lazy(async () => {
  const { Desk: desk } = await loadPart(() => import("./desk"));
  return { default: desk };
});

export function Component() {
  return (
    <Suspense fallback={<PagePending />}>
      <Desk />
    </Suspense>
  );
}
