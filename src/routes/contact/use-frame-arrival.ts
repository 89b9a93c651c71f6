import { useState, type SyntheticEvent } from "react";

/**
 * Whether the page in a frame came. A browser says "load" for its own error page too, and hides from us which of the
 * two it is. But a page that is there moves to a fragment without loading, and an error page loads again: so after the
 * first load the frame is sent to one, and a second load means that there is nothing to show.
 */
export function useFrameArrival() {
  const [loads, setLoads] = useState(0);

  function onLoad({ currentTarget: frame }: SyntheticEvent<HTMLIFrameElement>) {
    // `replace` leaves no step for the back button.
    if (loads === 0) frame.contentWindow?.location.replace(`${frame.src}#map`);
    setLoads(loads + 1);
  }
  return { hasArrived: loads === 1, onLoad };
}
