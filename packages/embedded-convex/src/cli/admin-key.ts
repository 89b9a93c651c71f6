import { ensureDeployment } from "../deployment/data-directory";
import {
  loadDeploymentKeys,
  rotateAdminKey,
} from "../deployment/deployment-keys";

/**
 * Returns the admin key of the deployment in `dataDir`. Creates the deployment
 * if there is none.
 *
 * @param isRotated whether to replace the key first, which revokes the old one
 * @throws DamagedDataError when part of the deployment is missing or damaged
 */
export async function readAdminKey(
  dataDir: string,
  isRotated: boolean,
): Promise<string> {
  await ensureDeployment(dataDir);
  const { adminKey } = isRotated
    ? await rotateAdminKey(dataDir)
    : await loadDeploymentKeys(dataDir);
  return adminKey;
}
