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

/** The ref of what gets the focus, or whose first field does, when what stood in its place is gone. */
export function useFocusAfter<Place extends HTMLElement>(isReplaced: boolean) {
  const ref = useRef<Place>(null);
  const was = useRef(isReplaced);
  useEffect(() => {
    const place = ref.current;
    if (was.current && !isReplaced)
      (place?.querySelector("input") ?? place)?.focus();
    was.current = isReplaced;
  }, [isReplaced]);
  return ref;
}
