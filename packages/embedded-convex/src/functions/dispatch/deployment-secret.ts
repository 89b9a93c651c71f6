import { randomBytes } from "node:crypto";
import type { Database } from "../../transaction/database";
import { DEPLOYMENT } from "../app/function-tables";

const SECRET_BYTES = 32;

/**
 * Returns the secret for cursors and upload URLs; creates it on first use. It
 * is stored in the database, so that both stay valid after a restart.
 */
export async function readDeploymentSecret(
  database: Database,
): Promise<Buffer> {
  const { result } = await database.write((transaction) => {
    const rows = transaction.scan("", DEPLOYMENT, "by_creation_time");
    for (const { document } of rows) {
      return (document.json() as { secret: string }).secret;
    }
    const secret = randomBytes(SECRET_BYTES).toString("base64");
    transaction.insert("", DEPLOYMENT, { secret }, { system: true });
    return secret;
  });
  return Buffer.from(result, "base64");
}
