const SIGNS = ["load", "pointerdown", "keydown"] as const;

/**
 * Resolves once the page has loaded, or somebody begins to use it: time for what the first screen does not need.
 * At once when prerendering, and once the page is loaded.
 */
export async function whenCalm(): Promise<void> {
  if (typeof document === "undefined" || document.readyState === "complete") {
    return;
  }
  await new Promise((resolve) => {
    for (const sign of SIGNS) addEventListener(sign, resolve, { once: true });
  });
}
