import { useEffect, useLayoutEffect, useRef } from "react";

/** Repeats presses of buttons that came before hydration; `public/first-paint.js` has marked those buttons. */
export function useEarlyPresses(): void {
  const early = useRef<HTMLButtonElement[]>([]);
  // From here on React hears presses, and until the effect below `public/first-paint.js` marks them, too.
  useLayoutEffect(() => {
    early.current = takeMarked();
  }, []);
  useEffect(() => {
    document.documentElement.dataset.alive = "true";
    takeMarked();
    for (const button of early.current) button.click();
  }, []);
}

function takeMarked(): HTMLButtonElement[] {
  const marked = [
    ...document.querySelectorAll<HTMLButtonElement>("button[data-pressed]"),
  ];
  for (const button of marked) delete button.dataset.pressed;
  return marked;
}
