import type { JSONValue } from "convex/values";
import type { Database } from "../../transaction/database";
import type { Transaction } from "../../transaction/transaction";
import type { MutationOutcome } from "../calls/function-call";
import type { MutationHooks } from "../execution/transaction-runner";

/**
 * Runs a change by the backend with the guarantees of a mutation: it is durable
 * when the promise resolves, and a resent session request does not run again.
 *
 * @param change returns the encoded result; runs again after a conflict
 * @throws what `change` throws, once the state that it read is durable
 */
export async function runSystemMutation(
  database: Database,
  change: (transaction: Transaction) => JSONValue,
  hooks: MutationHooks | null,
): Promise<MutationOutcome> {
  let readTs = 0n;
  try {
    const { result, ts } = await database.write(
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
