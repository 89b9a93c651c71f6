import { useEffect, useRef, useState } from "react";
import { logImageFailure } from "./log-image-failure";

/**
 * Whether a picture failed to load, which is also written to the console. Notices a failure that came before the page
 * was interactive.
 * @param src the picture's address
 * @returns what the image takes, and whether it failed
 */
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
