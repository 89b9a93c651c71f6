import { onUncovered } from "./intro-state";

const SEEN_SHARE = 0.1;

/** Calls `onSight` once a tenth of the element is visible without the intro, and `onAway` if it starts out of view. */
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
