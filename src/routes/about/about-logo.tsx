import { aboutLogo, aboutLogoFallback } from "../../content/about";
import type { ContentImage } from "../../content/schemas";
import { useImageFailure } from "../../lib/use-image-failure";
import { classNames } from "../../ui/class-names";
import styles from "./about-logo.module.css";

/** The event's name on a board; another logo stands in if the first does not load. */
export function AboutLogo() {
  const { imageProps, hasFailed } = useImageFailure(aboutLogo.src);
  return (
    <div className={classNames("plate", styles.board)}>
      <div className="lattice" aria-hidden="true" />
      {hasFailed ? (
        <FallbackLogo />
      ) : (
        <img
          {...imageProps}
          {...sizeOf(aboutLogo)}
          alt={aboutLogo.alt}
          className={styles.logo}
        />
      )}
    </div>
  );
}

function FallbackLogo() {
  const { imageProps } = useImageFailure(aboutLogoFallback.src);
  return (
    <img
      {...imageProps}
      {...sizeOf(aboutLogoFallback)}
      alt={aboutLogoFallback.alt}
      className={styles.logo}
    />
  );
}

function sizeOf({ width, height }: ContentImage) {
  return { width, height };
}
