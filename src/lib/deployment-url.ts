/** The configured deployment, or else the page's own origin. */
export function deploymentUrl(): string {
  // There is no origin while pages are prerendered, and nothing connects.
  const origin =
    typeof location === "undefined" ? "http://localhost" : location.origin;
  return import.meta.env.VITE_CONVEX_URL ?? origin;
}
