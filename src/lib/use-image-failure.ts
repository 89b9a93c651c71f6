import { useEffect, useRef, useState } from "react";

/** Detects and logs that an image failed to load, even if that was before hydration. */
export function useImageFailure(src: string) {
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
