import { randomBytes } from "node:crypto";
import type { Database } from "../../transaction/database";
import { WHOLE_RANGE } from "../../values/keys";
import { commitWithRetry } from "../execution/commit-with-retry";
import { DEPLOYMENT } from "../system-tables";

const SECRET_BYTES = 32;

/**
 * The secret that cursors and upload addresses are made with, kept in the
 * database so that they outlive the process. Made when first asked for.
 */
export async function readDeploymentSecret(
  database: Database,
): Promise<Buffer> {
  const { result } = await commitWithRetry(database, (transaction) => {
    const rows = transaction.scan(
      "",
      DEPLOYMENT,
      "by_creation_time",
      WHOLE_RANGE,
      "asc",
    );
    for (const { document } of rows) {
      return (document.json() as { secret: string }).secret;
    }
    const secret = randomBytes(SECRET_BYTES).toString("base64");
    transaction.insert("", DEPLOYMENT, { secret }, { system: true });
    return secret;
  });
  return Buffer.from(result, "base64");
}
