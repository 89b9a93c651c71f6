import { Suspense } from "react";
import { PagePending } from "../../layouts/page-pending";
import { lazyPart } from "../../lib/connection/load-part";

// Loaded after the guard has let someone in, so that nobody else downloads it.
const Area = lazyPart(async () => (await import("./area")).Area);

export function Component() {
  return (
    <Suspense fallback={<PagePending />}>
      <Area />
    </Suspense>
  );
}
