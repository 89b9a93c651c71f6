/** The configured deployment, or else the page's own origin. */
export function deploymentUrl(): string {
  // There is no origin while pages are prerendered, and nothing connects.
  const origin =
    typeof location === "undefined" ? "http://localhost" : location.origin;
  return import.meta.env.VITE_CONVEX_URL ?? origin;
}

/** The URL of the deployment's HTTP actions. */
export function siteUrl(): string {
  return siteUrlOf(deploymentUrl(), import.meta.env.VITE_CONVEX_SITE_URL);
}

/**
 * @param configured what `VITE_CONVEX_SITE_URL` says; without it, Convex Cloud and a self-hosted backend without a proxy
 * are known by their addresses, and any other deployment answers at its own
 */
export function siteUrlOf(deployment: string, configured?: string): string {
  if (configured) return configured.replace(/\/$/u, "");
  return deployment
    .replace(/\/$/u, "")
    .replace(/\.convex\.cloud$/u, ".convex.site")
    .replace(/:3210$/u, ":3211");
}
