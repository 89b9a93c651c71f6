import type { JSONValue } from "convex/values";
import type { Database } from "../../transaction/database";
import type { Transaction } from "../../transaction/transaction";
import { commitWithRetry } from "./commit-with-retry";
import type { MutationOutcome } from "./function-call";
import type { MutationHooks } from "./transaction-runner";

/**
 * Runs a change of the engine's own as clients know mutations: durable when it
 * is answered, and once for one request of a client.
 *
 * @param change gives the encoded result; what it throws, this rejects with,
 *   when what it read is durable
 */
export async function runBuiltInMutation(
  database: Database,
  change: (transaction: Transaction) => JSONValue,
  hooks: MutationHooks | null,
): Promise<MutationOutcome> {
  let readTs = 0n;
  try {
    const { result, ts } = await commitWithRetry(
      database,
      (transaction): MutationOutcome => {
        readTs = transaction.beginTs;
        const known = hooks?.before(transaction) ?? null;
        if (known !== null) return known;
        const valueText = JSON.stringify(change(transaction));
        hooks?.after(transaction, valueText, []);
        return { ok: true, valueText, logLines: [], ts: null };
      },
    );
    return result.ok ? { ...result, ts: result.ts ?? ts } : result;
  } catch (error) {
    await database.whenDurable(readTs);
    throw error;
  }
}
