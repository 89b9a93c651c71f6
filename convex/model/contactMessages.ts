/** The only writer of `contactMessages`. */
import type { WithoutSystemFields } from "convex/server";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";

/** Keeps a message, with the time at which it came. */
export async function add(
  ctx: MutationCtx,
  message: Omit<WithoutSystemFields<Doc<"contactMessages">>, "createdAt">,
): Promise<void> {
  const createdAt = new Date().toISOString();
  await ctx.db.insert("contactMessages", { ...message, createdAt });
}
