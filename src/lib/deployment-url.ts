/** The deployment to talk to: a named one, or the one that served this page. */
export function deploymentUrl(): string {
  return import.meta.env.VITE_CONVEX_URL ?? location.origin;
}
