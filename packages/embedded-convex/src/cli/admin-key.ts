import { ensureDeployment, hasDeployment } from "../deployment/data-directory";
import {
  loadDeploymentKeys,
  rotateAdminKey,
} from "../deployment/deployment-keys";
import { StartError } from "./start-error";

/**
 * Returns the admin key of the deployment in `dataDir`. Creates nothing: the
 * directory's name may be mistyped, and the key would open nothing.
 *
 * @param isRotated whether to replace the key first, which revokes the old one
 * @throws StartError when there is no deployment in `dataDir`
 * @throws DamagedDataError when part of the deployment is missing or damaged
 */
export async function readAdminKey(
  dataDir: string,
  isRotated: boolean,
): Promise<string> {
  if (!(await hasDeployment(dataDir))) {
    throw new StartError(
      `There is no deployment in the directory ${dataDir}: set DATA_DIR to that of the server, or start a server there first`,
    );
  }
  // Finishes one whose creation was interrupted.
  await ensureDeployment(dataDir);
  const { adminKey } = isRotated
    ? await rotateAdminKey(dataDir)
    : await loadDeploymentKeys(dataDir);
  return adminKey;
}
