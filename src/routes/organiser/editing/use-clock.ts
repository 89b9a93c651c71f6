import { useEffect, useState } from "react";
import { startLongTimer } from "../../../lib/long-timer";

/** The current time, updated only when one of these instants passes. */
export function useClock(instants: readonly number[]): number {
  const [now, setNow] = useState(() => Date.now());
  const next = Math.min(...instants.filter((instant) => instant > now));
  useEffect(() => {
    if (!Number.isFinite(next)) return;
    // Timers may fire slightly early.
    return startLongTimer(Math.max(0, next - Date.now()) + 1, () =>
      setNow(Math.max(next, Date.now())),
    );
  }, [next]);
  return now;
}
