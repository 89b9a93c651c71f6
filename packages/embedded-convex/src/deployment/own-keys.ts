import { systemRows } from "../admin/system-rows";
import { DEPLOYMENT } from "../functions/app/function-tables";
import type { Database } from "../transaction/database";
import {
  type DeploymentKeys,
  keysFile,
  otherKeys,
  signingDigestOf,
} from "./deployment-keys";

/**
 * Requires that the documents belong to the keys in `dataDir`. With another
 * deployment's keys, its admin key and the tokens that it signed would be
 * accepted, and those of this one refused. New documents name no keys yet, and the
 * present ones from then on.
 *
 * @param database must have its row of `_deployment`
 * @throws DamagedDataError when the documents belong to other keys
 */
export async function requireOwnKeys(
  database: Database,
  keys: DeploymentKeys,
  dataDir: string,
): Promise<void> {
  const signingKeys = signingDigestOf(keys);
  await database.write((transaction) => {
    for (const document of systemRows(transaction, DEPLOYMENT)) {
      const named = document.json().signingKeys;
      if (named === signingKeys) return;
      if (named !== undefined) throw otherKeys(keysFile(dataDir));
      transaction.patch("", document.id, { signingKeys }, { system: true });
    }
  });
}
