import { useEffect, useState } from "react";

/** What came last, and whether it is still true. */
export type Polled<T> = {
  /** Undefined before the first answer. */
  value: T | undefined;
  /** Why the last question had no answer. */
  error: Error | null;
};

/**
 * Asks again and again, with `intervalMs` between an answer and the next
 * question, as long as the page is in sight. What is known stays when a
 * question fails.
 *
 * @param ask the same function as long as the question is the same
 */
export function usePolled<T>(
  ask: (signal: AbortSignal) => Promise<T>,
  intervalMs: number,
): Polled<T> {
  const [polled, setPolled] = useState<Polled<T>>({
    value: undefined,
    error: null,
  });
  useEffect(() => {
    const stop = new AbortController();
    let timer: number | undefined;
    const next = async () => {
      try {
        const value = await ask(stop.signal);
        if (!stop.signal.aborted) setPolled({ value, error: null });
      } catch (thrown) {
        if (stop.signal.aborted) return;
        const error = thrown instanceof Error ? thrown : new Error("Unknown");
        setPolled(({ value }) => ({ value, error }));
      }
      if (!stop.signal.aborted) timer = window.setTimeout(wait, intervalMs);
    };
    const wait = () => {
      if (document.visibilityState === "visible") void next();
      else document.addEventListener("visibilitychange", wait, { once: true });
    };
    void next();
    return () => {
      stop.abort();
      window.clearTimeout(timer);
      document.removeEventListener("visibilitychange", wait);
    };
  }, [ask, intervalMs]);
  return polled;
}
