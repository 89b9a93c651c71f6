import { useEffect, useRef } from "react";

/**
 * When one view gives way to another, the control that did it is gone: the focus moves to what is there now.
 * @param view names what is shown; empty while nothing is
 * @returns the ref of the element that holds the views; it needs `tabIndex={-1}`
 */
export function useFocusOnChange(view: string) {
  const ref = useRef<HTMLDivElement>(null);
  const last = useRef(view);
  useEffect(() => {
    if (last.current !== "" && last.current !== view) {
      ref.current?.focus({ preventScroll: true });
      ref.current?.scrollIntoView({ block: "start" });
    }
    last.current = view;
  }, [view]);
  return ref;
}
