import { useEffect, useState } from "react";

/** Whether `isTrue` has been true for this long without interruption. */
export function useLasting(isTrue: boolean, durationMs: number): boolean {
  const [hasLasted, setHasLasted] = useState(false);
  useEffect(() => {
    if (!isTrue) return;
    const timer = setTimeout(() => setHasLasted(true), durationMs);
    return () => {
      clearTimeout(timer);
      setHasLasted(false);
    };
  }, [isTrue, durationMs]);
  return isTrue && hasLasted;
}
