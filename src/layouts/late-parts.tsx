import { useEffect } from "react";
import { CursorHost } from "../features/cursor/cursor-host";
import { useSession } from "../lib/session/session-store";
import { readSettings } from "../lib/settings/read-settings";
import { Toaster } from "../ui/toaster";

/** What stands over every page and nobody misses in the first second. */
export function LateParts() {
  useHiddenParts();
  return (
    <>
      <Toaster />
      <CursorHost />
    </>
  );
}

/** Asks once what organisers have hidden; where the client is, it follows that by itself. */
function useHiddenParts() {
  const { isWanted } = useSession();
  useEffect(() => {
    if (isWanted) return;
    const reading = new AbortController();
    void readSettings(reading.signal);
    return () => reading.abort();
  }, [isWanted]);
}
