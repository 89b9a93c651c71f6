import { useEffect, useRef } from "react";
import { useLocation } from "react-router-dom";

/**
 * Keeps the document's title and description, and on a change of page moves the focus to the new content, as a full page load would.
 * Changes of the query alone (tabs) leave the focus where it is.
 * @returns the ref of the element that holds the page's content
 */
export function usePageChange(title: string, description: string) {
  const content = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const lastPathname = useRef(pathname);
  useEffect(() => {
    document.title = title;
    document
      .querySelector("meta[name=description]")
      ?.setAttribute("content", description);
  }, [title, description]);
  useEffect(() => {
    if (lastPathname.current === pathname) return;
    lastPathname.current = pathname;
    content.current?.focus({ preventScroll: true });
  }, [pathname]);
  return content;
}
