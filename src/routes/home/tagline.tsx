import { useEffect, useRef, type RefObject } from "react";
import { landing } from "../../content/landing";
import { debounce } from "../../lib/time/debounce";
import { never } from "../../lib/connection/load-part";
import { prefersReducedMotion } from "../../lib/motion-preference";
import styles from "./tagline.module.css";

const RESIZE_CALM_MS = 250;
/** How far a line moves each way, as a share of the section's width. */
const DRIFT = 0.05;
/** How far below the screen the section is when its movement is prepared. */
const NEAR = "25%";

/** Three lines that drift past one another while the page scrolls. */
export function Tagline() {
  const section = useRef<HTMLElement>(null);
  useParallax(section);
  return (
    <section
      ref={section}
      className={`plate-clip on-signal ${styles.tagline}`}
      aria-label="Tagline"
    >
      <p className={`grid upper ${styles.lines}`}>
        {landing.tagline.map((line) => (
          <span key={line} data-drift>
            {`${line} `}
          </span>
        ))}
      </p>
    </section>
  );
}

/** Moves `data-drift` elements with the scroll position, in turn to either side; measures again after a resize. */
function useParallax(ref: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const section = ref.current;
    if (section === null || prefersReducedMotion()) return;
    let stopDrift: (() => void) | undefined;
    let isGone = false;

    async function start(target: HTMLElement) {
      const { drift } = await import("./drift").catch(never);
      if (isGone) return;
      stopDrift?.();
      stopDrift = drift(target, target.clientWidth * DRIFT);
    }

    const restart = debounce(() => void start(section), RESIZE_CALM_MS);
    // The library is for those who scroll.
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting !== true) return;
        observer.disconnect();
        void start(section);
        addEventListener("resize", restart.call);
      },
      { rootMargin: NEAR },
    );
    observer.observe(section);
    return () => {
      isGone = true;
      observer.disconnect();
      removeEventListener("resize", restart.call);
      restart.cancel();
      stopDrift?.();
    };
  }, [ref]);
}
