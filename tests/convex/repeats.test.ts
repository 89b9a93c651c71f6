import { ConvexError } from "convex/values";
import type { FunctionReference } from "convex/server";
import { beforeEach, expect, test, vi } from "vitest";
import type { ActionCtx } from "#convex/_generated/server";
import { withRepeats } from "#convex/signIn/signInCall";

const mutation = {} as FunctionReference<"mutation", "internal">;

beforeEach(() => void vi.useFakeTimers());

/** @returns the outcome of a mutation that gives `outcomes`, and how often it ran */
async function run(...outcomes: unknown[]) {
  const runMutation = vi.fn(async () => {
    const outcome = outcomes.length > 1 ? outcomes.shift() : outcomes[0];
    if (outcome instanceof Error) throw outcome;
    return outcome;
  });
  const ctx = { runMutation } as unknown as ActionCtx;
  const call = withRepeats(ctx).runMutation(mutation, {});
  const settled = call.catch((error: unknown) => error);
  await vi.runAllTimersAsync();
  return { outcome: await settled, times: runMutation.mock.calls.length };
}

test("an action repeats a mutation that conflicted, and no refusal", async () => {
  const conflict = new Error("Documents changed on every subsequent retry");
  const refusal = new ConvexError({ code: "email_in_use" });
  expect(await run("done")).toEqual({ outcome: "done", times: 1 });
  expect(await run(conflict, conflict, "done")).toEqual({
    outcome: "done",
    times: 3,
  });
  expect(await run(conflict, refusal)).toEqual({ outcome: refusal, times: 2 });
  expect(await run(conflict)).toEqual({ outcome: conflict, times: 5 });
});
