import { expect, test } from "vitest";
import { QuerySet } from "../../src/protocol/query-set";
import type { StateModification } from "../../src/protocol/state-modification";
import type { KeyedQuery } from "../../src/subscriptions/keyed-query";
import type { QueryCache } from "../../src/subscriptions/query-cache";
import { Subscription } from "../../src/subscriptions/subscription";
import { nobody } from "../functions/person";
import { ReadSet } from "../../src/transaction/read-set";
import type { Snapshot } from "../../src/transaction/snapshot";

const QUERIES = 20;

/** A cache that has every result already, and is slow to drop one. */
function slowCache() {
  const shown = new Set<Subscription<StateModification>>();
  const subscribe = (query: KeyedQuery) => {
    const subscription = new Subscription<StateModification>(query, 1n, 0);
    subscription.finish({
      result: { fragment: "", comparable: "" },
      readSet: new ReadSet(),
      journal: null,
      usedIdentity: false,
      usedTimeOrRandom: false,
      documentsRead: 0,
      tookMs: 0,
    });
    shown.add(subscription);
    return subscription;
  };
  const unsubscribe = (subscription: Subscription<StateModification>) => {
    const end = performance.now() + 1;
    while (performance.now() < end);
    shown.delete(subscription);
  };
  const cache = { subscribe, unsubscribe } as object;
  return { shown, cache: cache as QueryCache<StateModification> };
}

test("the queries of many connections that end at once are dropped in turns", async () => {
  const { shown, cache } = slowCache();
  const sets = Array.from({ length: 5 }, (_, client) => {
    const set = new QuerySet({
      asker: { address: "a", client: String(client) },
      cache,
      snapshot: () => ({ ts: 1n }) as Snapshot,
      onUpdated: () => {},
      onFailed: (error) => {
        throw error;
      },
      onInvalidated: () => {},
      onGrown: () => {},
    });
    const added = Array.from({ length: QUERIES }, (_query, queryId) => ({
      type: "Add" as const,
      queryId,
      udfPath: "a:b",
      args: [{}],
      journal: null,
      componentPath: "",
    }));
    set.update(added, nobody);
    return set;
  });
  await expect.poll(() => shown.size).toBe(sets.length * QUERIES);
  for (const set of sets) set.close();
  expect(shown.size).toBeGreaterThan((sets.length - 1) * QUERIES);
  await expect.poll(() => shown.size).toBe(0);
});
