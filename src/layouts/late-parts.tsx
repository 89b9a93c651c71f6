import { useEffect } from "react";
import { CursorHost } from "../features/cursor/cursor-host";
import { useSession } from "../lib/session/session-store";
import { readSettings } from "../lib/settings/read-settings";
import { Toaster } from "../ui/toaster";
import { PartNotice } from "./part-notice";

/** Parts of every page that the first second does not need. */
export function LateParts() {
  useHiddenParts();
  return (
    <>
      <Toaster />
      <PartNotice />
      <CursorHost />
    </>
  );
}

/**
 * Reads the organisers' settings on arrival, and when the visitor returns to the tab. Where the Convex client is
 * loaded, it subscribes to them instead.
 */
function useHiddenParts() {
  const { isWanted } = useSession();
  useEffect(() => {
    if (isWanted) return;
    const reading = new AbortController();
    const { signal } = reading;
    const readIfShown = () => {
      if (!document.hidden) void readSettings(signal);
    };
    void readSettings(signal);
    document.addEventListener("visibilitychange", readIfShown, { signal });
    return () => reading.abort();
  }, [isWanted]);
}
