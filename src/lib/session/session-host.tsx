import { lazy, Suspense } from "react";
import { loadPart } from "../load-part";
import { useSession } from "./session-store";

const ConvexSession = lazy(async () => {
  const { ConvexSession: session } = await loadPart(
    () => import("./convex-session"),
  );
  return { default: session };
});

/** Loads the Convex client once it is wanted; a sibling of the pages, so that nothing remounts when it arrives. */
export function SessionHost() {
  const { isWanted } = useSession();
  if (!isWanted) return null;
  return (
    <Suspense fallback={null}>
      <ConvexSession />
    </Suspense>
  );
}
