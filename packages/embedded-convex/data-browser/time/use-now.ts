import { useEffect, useState } from "react";

/** The current time in milliseconds, updated every `intervalMs`. */
export function useNow(intervalMs: number): number {
  const [nowMs, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = window.setInterval(() => setNow(Date.now()), intervalMs);
    return () => window.clearInterval(timer);
  }, [intervalMs]);
  return nowMs;
}
