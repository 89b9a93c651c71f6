import { mkdir } from "node:fs/promises";
import {
  loadDeploymentKeys,
  rotateAdminKey,
} from "../deployment/deployment-keys";

/**
 * Returns the admin key of a data directory, and makes one if it has none.
 *
 * @param isRotated whether it gets a new one; the old one is worth nothing then
 */
export async function readAdminKey(
  dataDir: string,
  isRotated: boolean,
): Promise<string> {
  await mkdir(dataDir, { recursive: true });
  const { adminKey } = isRotated
    ? await rotateAdminKey(dataDir)
    : await loadDeploymentKeys(dataDir);
  return adminKey;
}
