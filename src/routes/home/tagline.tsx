import { useRef } from "react";
import { landing } from "../../content/landing";
import styles from "./tagline.module.css";
import { useParallax } from "./use-parallax";

/** The promise in three lines across the whole screen; while the page scrolls they drift past one another. */
export function Tagline() {
  const section = useRef<HTMLElement>(null);
  useParallax(section);
  return (
    <section ref={section} className={styles.tagline} aria-label="Tagline">
      <p className={styles.lines}>
        {landing.tagline.map((line) => (
          <span key={line} data-drift>
            {line}{" "}
          </span>
        ))}
      </p>
    </section>
  );
}
