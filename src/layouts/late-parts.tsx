import { Suspense, useEffect } from "react";
import type { Addresses } from "#convex/platform/shared/addresses";
import { CursorHost } from "../features/cursor/cursor-host";
import { latePart } from "../lib/connection/load-part";
import { useSession } from "../lib/session/session-store";
import { onAddresses } from "../lib/settings/hidden-parts";
import { readSettings } from "../lib/settings/read-settings";
import { PartNotice } from "./part-notice";

/** There before the first toast: a live region that comes with its words is not read. */
const Toaster = latePart(async () => {
  await whenUsed();
  return (await import("../ui/toaster")).Toaster;
});

/** Parts of every page that the first second does not need. */
export function LateParts() {
  useHiddenParts();
  useEffect(() => onAddresses(swapAddresses), []);
  return (
    <>
      <Suspense>
        <Toaster />
      </Suspense>
      <PartNotice />
      <CursorHost />
    </>
  );
}

/** If its code cannot be loaded, the addresses of the build stay until the settings are read again. */
function swapAddresses(addresses: Addresses): void {
  import("../features/addresses/live-addresses").then(
    ({ applyAddresses }) => applyAddresses(addresses),
    () => {},
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

/** Resolves when somebody has started to use the page, or `notify.ts` has something to say. */
async function whenUsed(): Promise<void> {
  // Set by `public/first-paint.js`, which also says when.
  if ("used" in document.documentElement.dataset) return;
  await new Promise((resolve) =>
    addEventListener("used", resolve, { once: true }),
  );
}
