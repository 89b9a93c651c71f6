import { useEffect, useRef } from "react";

/** Moves the focus to a new view, because the focused control is gone. The ref's element needs `tabIndex={-1}`. */
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
