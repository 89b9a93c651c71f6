import { useEffect } from "react";
import { useLocation, useNavigationType } from "react-router-dom";

/** How long parts of a page may take; one that comes later moves the reader no more. */
const LATE_MS = 10_000;
const MOVES = ["wheel", "touchmove", "pointerdown", "keydown"];

/**
 * Keeps in sight what the hash of an address names that a link led to. React Router scrolls to it once, when parts of the
 * page above it, or its own, may still be loading. Ends when the reader moves.
 */
export function useHashInSight(): void {
  const { key, hash } = useLocation();
  const isByLink = useNavigationType() !== "POP";
  useEffect(() => {
    if (hash === "" || !isByLink) return;
    const observer = new ResizeObserver(() =>
      document
        .getElementById(decodeURIComponent(hash.slice(1)))
        ?.scrollIntoView({ behavior: "instant" }),
    );
    observer.observe(document.body);
    const end = () => {
      clearTimeout(timer);
      observer.disconnect();
      for (const move of MOVES) removeEventListener(move, end);
    };
    const timer = setTimeout(end, LATE_MS);
    for (const move of MOVES) addEventListener(move, end, { passive: true });
    return end;
  }, [key, hash, isByLink]);
}
