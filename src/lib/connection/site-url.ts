/** Apart from deployment-url.ts, which every page loads. */
import { deploymentUrl } from "./deployment-url";

/** The URL of the deployment's HTTP actions. */
export function siteUrl(): string {
  return siteUrlOf(deploymentUrl(), import.meta.env.VITE_CONVEX_SITE_URL);
}

/**
 * The address of one of its HTTP actions, for links in HTML: without an origin where that is the page's own, which is not
 * known while pages are prerendered.
 */
export function actionHref(path: string): string {
  const { VITE_CONVEX_SITE_URL: site, VITE_CONVEX_URL: deployment } =
    import.meta.env;
  return site || deployment ? siteUrl() + path : path;
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
