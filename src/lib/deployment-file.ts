import { deploymentUrl } from "./deployment-url";

/**
 * Rewrites the URL of a file or an upload to the origin by which this page reaches the deployment: the deployment uses
 * its public origin, and a browser on the same machine may use another.
 */
export function atDeployment(address: string): string {
  const { pathname, search } = new URL(address);
  return new URL(pathname + search, deploymentUrl()).href;
}
