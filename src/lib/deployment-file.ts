import { deploymentUrl } from "./deployment-url";

/**
 * The address of a file, or for an upload, at the deployment as this page reaches it: the deployment names itself by its
 * public name, and somebody at the same machine may use another.
 */
export function atDeployment(address: string): string {
  const { pathname, search } = new URL(address);
  return new URL(pathname + search, deploymentUrl()).href;
}
