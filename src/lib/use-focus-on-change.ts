import { useEffect, useRef } from "react";

export function isSomebodyWriting(): boolean {
  return document.activeElement?.matches("input, textarea") ?? false;
}

/**
 * Moves the focus to a new view, because the focused control is gone; not if somebody writes in a field that is still
 * there. The ref's element needs `tabIndex={-1}`.
 */
export function useFocusOnChange(view: string) {
  const ref = useRef<HTMLDivElement>(null);
  const last = useRef(view);
  useEffect(() => {
    const isOther = last.current !== "" && last.current !== view;
    if (isOther && !isSomebodyWriting()) {
      ref.current?.focus({ preventScroll: true });
      ref.current?.scrollIntoView({ block: "start" });
    }
    last.current = view;
  }, [view]);
  return ref;
}
