/**
 * Retries mutations for actions. Convex retries a conflicting mutation four times
 * within a second and then fails it. When a crowd signs in at one moment, the same
 * mutation succeeds a little later.
 */
import type { GenericActionCtx } from "convex/server";
import { ConvexError } from "convex/values";
import type { DataModel } from "../../_generated/dataModel";

type Ctx = GenericActionCtx<DataModel>;

const REPEATS = 4;
/** The longest first wait; each later one is up to twice as long. */
const FIRST_WAIT_MS = 200;

/**
 * Returns an action's context in which `runMutation` retries a mutation that failed for
 * another reason than a refusal. The waits are random (jitter), so that calls which
 * failed together are not retried together.
 */
export function withRepeats<Context extends Ctx>(ctx: Context): Context {
  const runMutation: Ctx["runMutation"] = async (mutation, ...args) => {
    for (let repeat = 0; ; repeat++) {
      try {
        return await ctx.runMutation(mutation, ...args);
      } catch (error) {
        if (error instanceof ConvexError || repeat === REPEATS) throw error;
        await randomWait(FIRST_WAIT_MS * 2 ** repeat);
      }
    }
  };
  return { ...ctx, runMutation };
}

function randomWait(maxMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.random() * maxMs));
}
