/** Resolves when somebody has started to use the page, or `notify.ts` has something to say. */
export async function whenUsed(): Promise<void> {
  // Set by `public/first-paint.js`, which also says when.
  if ("used" in document.documentElement.dataset) return;
  await new Promise((resolve) =>
    addEventListener("used", resolve, { once: true }),
  );
}
