import { ConflictError } from "../../base/errors";
import type { Database } from "../../transaction/database";
import type { Transaction } from "../../transaction/transaction";

const MAX_ATTEMPTS = 16;

/**
 * Changes the engine's own tables in a transaction of its own.
 *
 * @param change runs again from the start if its reads turn out stale
 * @returns what `change` gave, and the commit's timestamp, once durable
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
