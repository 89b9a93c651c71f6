import { useEffect, useState } from "react";
import { startLongTimer } from "../../../lib/long-timer";

/**
 * The time, as far as it matters to some instants: it moves on when one of them is reached, and not in between.
 * @param instants milliseconds since the epoch
 */
export function useClock(instants: readonly number[]): number {
  const [now, setNow] = useState(() => Date.now());
  const next = Math.min(...instants.filter((instant) => instant > now));
  useEffect(() => {
    if (!Number.isFinite(next)) return;
    // Timers may go off a moment early.
    return startLongTimer(Math.max(0, next - Date.now()) + 1, () =>
      setNow(Math.max(next, Date.now())),
    );
  }, [next]);
  return now;
}
