/** Resolves once the page has loaded and the browser has nothing better to do; at once when prerendering or later on. */
export async function whenCalm(): Promise<void> {
  if (typeof document === "undefined" || document.readyState === "complete") {
    return;
  }
  await new Promise((resolve) => {
    addEventListener("load", resolve, { once: true });
  });
}
