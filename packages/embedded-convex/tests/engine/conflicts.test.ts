import { join } from "node:path";
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { afterEach, expect, test } from "vitest";
import { closeAll, startServer } from "./test-server";

const WORKSHOP = join(import.meta.dirname, "..", "fixtures", "workshop");
const CROWD = 80;
const count = makeFunctionReference<"mutation", { name: string }, number>(
  "values:count",
);

afterEach(closeAll);

/**
 * Lets a crowd add one to a counter, each with a client of its own: one client runs
 * its mutations one after the other.
 *
 * @returns what the failed ones were told, and the counter after one more
 */
async function countTogether(conflicts: "queue" | "convex") {
  const { url } = await startServer({ functions: WORKSHOP, conflicts });
  const one = () =>
    new ConvexHttpClient(url, { logger: false }).mutation(count, {
      name: "crowd",
    });
  const outcomes = await Promise.allSettled(Array.from({ length: CROWD }, one));
  const failures = outcomes.flatMap((outcome) =>
    outcome.status === "rejected" ? [String(outcome.reason.message)] : [],
  );
  return { failures, counted: await one() };
}

test("a crowd that counts at one moment is counted", async () => {
  const { failures, counted } = await countTogether("queue");
  expect(failures).toEqual([]);
  expect(counted).toBe(CROWD + 1);
});

test("with Convex's retries some are told that they conflicted, and not counted", async () => {
  const { failures, counted } = await countTogether("convex");
  expect(counted).toBe(CROWD - failures.length + 1);
  expect(new Set(failures).size).toBe(1);
  expect(JSON.parse(failures[0] ?? "")).toEqual({
    code: "OptimisticConcurrencyControlFailure",
    message: expect.stringContaining(
      'Documents read from or written to the "counters" table changed while this mutation was being run and on every subsequent retry.',
    ),
  });
});
