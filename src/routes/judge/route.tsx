import { lazy, Suspense } from "react";
import { PagePending } from "../../layouts/page-pending";

// Loaded after the guard has let someone in, so that nobody else downloads it.
const Desk = lazy(async () => {
  const { Desk: desk } = await import("./desk");
  return { default: desk };
});

export function Component() {
  return (
    <Suspense fallback={<PagePending />}>
      <Desk />
    </Suspense>
  );
}
