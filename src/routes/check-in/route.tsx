import { Suspense } from "react";
import { PagePending } from "../../layouts/page-pending";
import { lazyPart } from "../../lib/connection/load-part";

// Loaded after the guard has let someone in, so that nobody else downloads it.
const Desk = lazyPart(async () => (await import("./desk")).Desk);

export function Component() {
  return (
    <Suspense fallback={<PagePending />}>
      <Desk />
    </Suspense>
  );
}
