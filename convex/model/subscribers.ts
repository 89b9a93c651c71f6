/** The only writer of `subscribers`. */
import type { MutationCtx } from "../_generated/server";

/** Keeps the address once, with the time of its first consent. */
export async function add(ctx: MutationCtx, email: string): Promise<void> {
  const known = await ctx.db
    .query("subscribers")
    .withIndex("by_email", (q) => q.eq("email", email))
    .unique();
  if (known === null)
    await ctx.db.insert("subscribers", { email, consentedAt: Date.now() });
}
