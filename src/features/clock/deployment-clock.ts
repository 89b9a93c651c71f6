import { useConvex } from "convex/react";
import { useEffect, useState } from "react";
import { api } from "#convex/_generated/api";

const TRIES = 3;
const AGAIN_MS = 5 * 60 * 1000;

/**
 * The deployment's time at a value of the page's monotonic clock, which changes of the device's clock do not affect.
 */
type Measured = { serverMs: number; at: number; roundTripMs: number };

/**
 * Estimates the deployment's time; null until it is measured. The error is at most half the round trip.
 * @param ask returns the deployment's time
 */
export async function measure(
  ask: () => Promise<number>,
  stopwatch = () => performance.now(),
): Promise<() => number> {
  let best: Measured | undefined;
  for (let tried = 0; tried < TRIES; tried++) {
    const before = stopwatch();
    const serverMs = await ask();
    const after = stopwatch();
    const roundTripMs = after - before;
    if (best === undefined || roundTripMs < best.roundTripMs)
      best = { serverMs, at: before + roundTripMs / 2, roundTripMs };
  }
  const { serverMs = 0, at = 0 } = best ?? {};
  return () => serverMs + stopwatch() - at;
}

/** The deployment's time, updated each second; null until it is measured. */
export function useDeploymentTime(): number | null {
  const convex = useConvex();
  const [clock, setClock] = useState<(() => number) | null>(null);
  const [now, setNow] = useState<number | null>(null);
  useEffect(() => {
    let isOver = false;
    const set = () =>
      void measure(async () => convex.mutation(api.clock.now, {})).then(
        (measured) => {
          if (!isOver) setClock(() => measured);
        },
        () => undefined,
      );
    set();
    const timer = setInterval(set, AGAIN_MS);
    // Monotonic clocks may stop while a device sleeps.
    const look = () => {
      if (document.visibilityState === "visible") set();
    };
    document.addEventListener("visibilitychange", look);
    return () => {
      isOver = true;
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [convex]);
  useEffect(() => {
    if (clock === null) return undefined;
    let timer: ReturnType<typeof setTimeout>;
    const tick = () => {
      const time = clock();
      setNow(time);
      timer = setTimeout(tick, 1_000 - (time % 1_000) + 5);
    };
    tick();
    return () => clearTimeout(timer);
  }, [clock]);
  return now;
}
