import { useContext, useEffect, useState } from "react";
import { UNSAFE_DataRouterContext, type Blocker } from "react-router-dom";
import { leaving } from "../../../lib/kept/waits";

const KEY = "unfinished";

/**
 * Keeps the page from being left before somebody has answered a question. Does what the router's `useBlocker` does, which
 * would be in the script that every page loads first.
 * @returns `proceed` and `reset` while the question is open
 */
export function useLeaveQuestion(): Partial<Blocker> {
  const router = useContext(UNSAFE_DataRouterContext)?.router;
  const [blocker, setBlocker] = useState<Blocker>();
  useEffect(() => {
    if (router === undefined) return undefined;
    router.getBlocker(
      KEY,
      ({ currentLocation, nextLocation }) =>
        !leaving.isAgreed && currentLocation.pathname !== nextLocation.pathname,
    );
    const stop = router.subscribe(({ blockers }) =>
      setBlocker(blockers.get(KEY)),
    );
    return () => {
      stop();
      router.deleteBlocker(KEY);
    };
  }, [router]);
  return blocker?.state === "blocked" ? blocker : {};
}
