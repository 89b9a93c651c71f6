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

/** Reads once what organisers have hidden; where the Convex client is loaded, it keeps this current. */
function useHiddenParts() {
  const { isWanted } = useSession();
  useEffect(() => {
    if (isWanted) return;
    const reading = new AbortController();
    void readSettings(reading.signal);
    return () => reading.abort();
  }, [isWanted]);
}
