/** The deployment to talk to: a named one, or the one that served this page. */
export function deploymentUrl(): string {
  // While pages are prerendered there is no origin, and nobody talks to it.
  const origin =
    typeof location === "undefined" ? "http://localhost" : location.origin;
  return import.meta.env.VITE_CONVEX_URL ?? origin;
}
