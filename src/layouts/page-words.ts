import { useEffect } from "react";
import { useOutletContext } from "react-router-dom";
import type { RouteHandle } from "./route-handle";

/** Outlet context of every page. */
export type PageContext = {
  /** Undefined restores the route's own title. */
  setOwnWords: (words: RouteHandle | undefined) => void;
};

/** Sets a page's title where the route cannot know them. */
export function usePageWords(words: RouteHandle): void {
  const { setOwnWords } = useOutletContext<PageContext>();
  useEffect(() => {
    setOwnWords(words);
    return () => setOwnWords(undefined);
  }, [words, setOwnWords]);
}
