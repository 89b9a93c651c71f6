import { useSyncExternalStore } from "react";
import { isSameDay } from "../../lib/format-date";

/** Is this day today, in India? Never in the prerendered page, which does not know when it is read. */
export function useIsToday(instant: string): boolean {
  return useSyncExternalStore(
    subscribe,
    () => isSameDay(instant, Date.now()),
    () => false,
  );
}

/** Whoever leaves the page open overnight sees the day change. */
function subscribe(listener: () => void): () => void {
  const timer = setInterval(listener, 60_000);
  return () => clearInterval(timer);
}
