/** Repeats presses of buttons that came before hydration; `public/first-paint.js` has marked those buttons. */
export function repeatEarlyPresses(): void {
  document.documentElement.dataset.alive = "true";
  const pressed = document.querySelectorAll<HTMLButtonElement>(
    "button[data-pressed]",
  );
  for (const button of pressed) {
    delete button.dataset.pressed;
    button.click();
  }
}
