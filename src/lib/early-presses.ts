import { useEffect } from "react";

let early: HTMLButtonElement[] = [];

/**
 * Notes the buttons that `public/first-paint.js` has marked as pressed. From hydration on React hears presses, also those
 * that it first has to hydrate the page for.
 */
export function noteEarlyPresses(): void {
  early = takeMarked();
}

/** Repeats the presses that came before hydration. */
export function useEarlyPresses(): void {
  useEffect(() => {
    document.documentElement.dataset.alive = "true";
    // What was marked since has been heard.
    takeMarked();
    for (const button of early.splice(0)) button.click();
  }, []);
}

function takeMarked(): HTMLButtonElement[] {
  const marked = [
    ...document.querySelectorAll<HTMLButtonElement>("button[data-pressed]"),
  ];
  for (const button of marked) delete button.dataset.pressed;
  return marked;
}
