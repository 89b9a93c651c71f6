import { ConflictError } from "../base/errors";
import type { Database } from "./database";
import type { Transaction } from "./transaction";

const MAX_ATTEMPTS = 16;

/**
 * Runs `change` in a transaction of its own and commits it, with up to 16
 * attempts. For the backend's own changes to system tables.
 *
 * @param change starts again from the beginning after a conflict
 * @returns the result of `change` and the commit timestamp, once durable
 * @throws ConflictError when the last attempt conflicts
 */
export async function commitWithRetry<Result>(
  database: Database,
  change: (transaction: Transaction) => Result,
): Promise<{ result: Result; ts: bigint }> {
  for (let attempt = 1; ; attempt++) {
    const transaction = database.begin();
    try {
      const result = change(transaction);
      return { result, ts: await database.commit(transaction) };
    } catch (error) {
      if (!(error instanceof ConflictError) || attempt === MAX_ATTEMPTS) {
        throw error;
      }
    } finally {
      transaction.close();
    }
  }
}
