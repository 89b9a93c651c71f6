/**
 * Buttons that were pressed in the prerendered page before there was a script to hear it. `public/first-paint.js`
 * marks them; once the page is alive each is pressed again, and nothing is marked any more.
 */
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
