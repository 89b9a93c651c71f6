/** The only writer of `subscribers`. */
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";

/** The subscription of an address, or null. */
export async function find(
  ctx: QueryCtx,
  email: string,
): Promise<Doc<"subscribers"> | null> {
  return ctx.db
    .query("subscribers")
    .withIndex("by_email", (q) => q.eq("email", email))
    .unique();
}

/** Keeps the address once, with the time of its first consent. */
export async function add(ctx: MutationCtx, email: string): Promise<void> {
  if ((await find(ctx, email)) === null)
    await ctx.db.insert("subscribers", { email, consentedAt: Date.now() });
}

/** Takes the address off the list, if it is there. */
export async function remove(ctx: MutationCtx, email: string): Promise<void> {
  const subscriber = await find(ctx, email);
  if (subscriber !== null) await ctx.db.delete("subscribers", subscriber._id);
}
