import { useEffect, useState, type ComponentType } from "react";
import { loadPart } from "../lib/connection/load-part";
import { useSession } from "../lib/session/session-store";

/**
 * Loads the Convex client once it is wanted; a sibling of the pages, so that nothing remounts when it arrives. Without
 * Suspense: React delays the content of a boundary until 300 ms after the last fallback, and nobody is signed in before
 * that commit.
 */
export function SessionHost() {
  const { isWanted } = useSession();
  const [ConvexSession, setConvexSession] = useState<ComponentType>();
  useEffect(() => {
    if (!isWanted) return;
    loadPart(() => import("./convex-session")).then(
      (loaded) => setConvexSession(() => loaded.ConvexSession),
      // Thrown when it renders, for the error page.
      (error: unknown) =>
        setConvexSession(() => {
          throw error;
        }),
    );
  }, [isWanted]);
  return ConvexSession && <ConvexSession />;
}
