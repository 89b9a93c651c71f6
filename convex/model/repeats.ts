/**
 * Repeats mutations for actions. Convex runs a mutation that conflicts again, four
 * times within a second, and then fails it; when a crowd signs in at one moment, a
 * little later the same mutation succeeds.
 */
import type { GenericActionCtx } from "convex/server";
import { ConvexError } from "convex/values";
import type { DataModel } from "../_generated/dataModel";

type Ctx = GenericActionCtx<DataModel>;

const REPEATS = 4;
/** The longest first wait; each later one is up to twice as long. */
const FIRST_WAIT_MS = 200;

/**
 * Returns the context of an action in which `runMutation` repeats a mutation that
 * failed for anything but a refusal. The waits are random, so that a crowd which
 * failed together does not come back together.
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
