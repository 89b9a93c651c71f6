import { onUncovered } from "./intro-state";

/** How much of an element must be on screen before it counts as seen. */
const SEEN_SHARE = 0.1;

/**
 * Watches an element until a tenth of it has been on screen, with no intro before it.
 * @param onAway is called if it starts out of sight
 * @returns a function that stops watching
 */
export function onSeen(
  element: Element,
  onSight: () => void,
  onAway?: () => void,
): () => void {
  const observer = new IntersectionObserver(
    ([entry]) => {
      if (entry?.isIntersecting !== true) return onAway?.();
      observer.disconnect();
      onSight();
    },
    { threshold: SEEN_SHARE },
  );
  const stop = onUncovered(() => observer.observe(element));
  return () => {
    stop();
    observer.disconnect();
  };
}
