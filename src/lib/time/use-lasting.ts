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

/** Whether a value has come so lately that a press may still mean the one before. */
export function useIsNew(value: unknown, durationMs: number): boolean {
  const [known, setKnown] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setKnown(value), durationMs);
    return () => clearTimeout(timer);
  }, [value, durationMs]);
  return known !== value;
}
