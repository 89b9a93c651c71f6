/** The configured deployment, or else the page's own origin. */
export function deploymentUrl(): string {
  // There is no origin while pages are prerendered, and nothing connects.
  const origin =
    typeof location === "undefined" ? "http://localhost" : location.origin;
  return import.meta.env.VITE_CONVEX_URL ?? origin;
}

/** After that a line that swallows what it is given counts as lost. */
const LONGEST_CALL_MS = 30_000;

/**
 * Calls the deployment over Convex's HTTP API.
 * @param how what the request has besides its body; `token`: of the session
 */
export async function callOverHttp(
  kind: "query" | "query_batch" | "mutation" | "action",
  body: object,
  { token, ...how }: RequestInit & { token?: string } = {},
): Promise<Response> {
  return fetch(`${deploymentUrl()}/api/${kind}`, {
    method: "POST",
    signal: AbortSignal.timeout(LONGEST_CALL_MS),
    headers: {
      "Content-Type": "application/json",
      ...(token && { Authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
    ...how,
  });
}

/**
 * Rewrites the URL of a file or an upload to the origin by which this page reaches the deployment: the deployment uses
 * its public origin, and a browser on the same machine may use another.
 */
export function atDeployment(address: string): string {
  const { pathname, search } = new URL(address);
  return new URL(pathname + search, deploymentUrl()).href;
}
