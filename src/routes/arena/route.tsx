import { Suspense } from "react";
import { event } from "../../content/event";
import { lazyPart } from "../../lib/connection/load-part";
import { useHydrated } from "../../lib/use-hydrated";
import { NeedsScript } from "../../ui/needs-script";
import { VisuallyHidden } from "../../ui/visually-hidden";

const Hall = lazyPart(async () => (await import("./hall")).Hall);

/** The screen of the hall, for a projector: nobody signs in here, and nothing is pressed. */
export function Component() {
  const isHydrated = useHydrated();
  return (
    <>
      <h1>
        <VisuallyHidden>{event.name} Arena</VisuallyHidden>
      </h1>
      <NeedsScript>The screen of the hall</NeedsScript>
      {isHydrated && (
        <Suspense>
          <Hall />
        </Suspense>
      )}
    </>
  );
}
