import { makeFunctionReference } from "convex/server";
import { expect, test } from "vitest";
import { fixture, newHttpClient, startServer } from "./test-server";

const CROWD = 80;
const count = makeFunctionReference<"mutation", { name: string }, number>(
  "values:count",
);

test("with Convex's retries some of a crowd are told that they conflicted, and not counted", async () => {
  const { url } = await startServer({
    functions: fixture("workshop"),
    conflicts: "convex",
  });
  // Each with a client of its own: one client runs its mutations one after the other.
  const one = () => newHttpClient(url).mutation(count, { name: "crowd" });
  const outcomes = await Promise.allSettled(Array.from({ length: CROWD }, one));
  const failures = outcomes.flatMap((outcome) =>
    outcome.status === "rejected" ? [String(outcome.reason.message)] : [],
  );
  expect(await one()).toBe(CROWD - failures.length + 1);
  expect(new Set(failures).size).toBe(1);
  expect(JSON.parse(failures[0] ?? "")).toEqual({
    code: "OptimisticConcurrencyControlFailure",
    message: expect.stringContaining(
      'Documents read from or written to the "counters" table changed while this mutation was being run and on every subsequent retry.',
    ),
  });
});
