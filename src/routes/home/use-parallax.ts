import { useEffect, type RefObject } from "react";
import { debounce } from "../../lib/debounce";
import { prefersReducedMotion } from "../../lib/motion-preference";

const RESIZE_CALM_MS = 250;
/** How far a line drifts each way, as a share of the section's width. */
const DRIFT = 0.05;

/**
 * Lets everything marked `data-drift` within the section drift sideways while it scrolls past, each line against the
 * one before. The distance depends on the width, so it is measured anew when a resize has come to rest.
 */
export function useParallax(ref: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const section = ref.current;
    if (section === null || prefersReducedMotion()) return;
    let stopDrift: (() => void) | undefined;
    let isGone = false;

    async function start(target: HTMLElement) {
      const { drift } = await import("./drift");
      if (isGone) return;
      stopDrift?.();
      stopDrift = drift(target, target.clientWidth * DRIFT);
    }

    const restart = debounce(() => void start(section), RESIZE_CALM_MS);
    void start(section);
    addEventListener("resize", restart.call);
    return () => {
      isGone = true;
      removeEventListener("resize", restart.call);
      restart.cancel();
      stopDrift?.();
    };
  }, [ref]);
}
