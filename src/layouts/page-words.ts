import { useEffect } from "react";
import { useOutletContext } from "react-router-dom";
import type { RouteHandle } from "./route-handle";

/** What the frame of the site offers to its pages. */
export type PageContext = {
  /** Undefined when the route's own words hold again. */
  setOwnWords: (words: RouteHandle | undefined) => void;
};

/** How a page is called whose route does not know: it depends on who asks, or on a part of the address. */
export function usePageWords(words: RouteHandle): void {
  const { setOwnWords } = useOutletContext<PageContext>();
  useEffect(() => {
    setOwnWords(words);
    return () => setOwnWords(undefined);
  }, [words, setOwnWords]);
}
