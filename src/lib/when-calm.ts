const SIGNS = ["load", "pointerdown", "keydown"] as const;

/** Resolves when the page has loaded or someone starts to use it; immediately while prerendering. */
export async function whenCalm(): Promise<void> {
  if (typeof document === "undefined" || document.readyState === "complete") {
    return;
  }
  await new Promise((resolve) => {
    for (const sign of SIGNS) addEventListener(sign, resolve, { once: true });
  });
}
