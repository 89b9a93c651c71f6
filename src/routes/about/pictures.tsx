import { useEffect, useRef, useState } from "react";
import { aboutLogo, aboutLogoFallback } from "../../content/about";
import { groupPicture } from "../../content/landing";
import type { ContentImage } from "../../content/schemas";
import styles from "./pictures.module.css";

/** The logo, or a fallback if it fails to load. */
export function AboutLogo() {
  const { imageProps, hasFailed } = useImageFailure(aboutLogo.src);
  return (
    <div className={`plate stack ${styles.board}`}>
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

/** Renders nothing if the picture fails to load. */
export function GroupPicture() {
  const { imageProps, hasFailed } = useImageFailure(groupPicture.src);
  if (hasFailed) return null;
  return (
    <img
      {...imageProps}
      width={groupPicture.width}
      height={groupPicture.height}
      alt={groupPicture.alt}
      className={`plate-clip full ${styles.picture}`}
    />
  );
}

/** Detects and logs that an image failed to load, even if that was before hydration. */
function useImageFailure(src: string) {
  const ref = useRef<HTMLImageElement>(null);
  const [failedSrc, setFailedSrc] = useState<string>();

  useEffect(() => {
    const image = ref.current;
    if (image?.complete === true && image.naturalWidth === 0) setFailedSrc(src);
  }, [src]);
  useEffect(() => {
    if (failedSrc !== undefined) logImageFailure(failedSrc);
  }, [failedSrc]);
  return {
    imageProps: { ref, src, onError: () => setFailedSrc(src) },
    hasFailed: failedSrc === src,
  };
}

function logImageFailure(src: string): void {
  console.warn(`The image ${src} did not load`);
}
