import { useState, type ImgHTMLAttributes } from "react";

const MAX_TRIES = 3;

/**
 * A picture that the deployment keeps. Browsers ask for a picture once; when a whole hall
 * does so at one moment, some are refused, and this asks again after a random second or two.
 */
export function StoredImage({
  alt,
  ...rest
}: ImgHTMLAttributes<HTMLImageElement> & { alt: string }) {
  const [tries, setTries] = useState(1);
  function tryAgain() {
    if (tries === MAX_TRIES) return;
    const pauseMs = 1_000 * tries * (1 + Math.random());
    setTimeout(() => setTries(tries + 1), pauseMs);
  }
  return <img key={tries} alt={alt} {...rest} onError={tryAgain} />;
}
