/** Writes `subscribers`. Besides this module, only organisers in the data browser do. */
import type { MutationCtx, QueryCtx } from "../_generated/server";

/** Returns the subscription of an address, or null. */
export async function find(ctx: QueryCtx, email: string) {
  return query(ctx, email).first();
}

function query(ctx: QueryCtx, email: string) {
  return ctx.db
    .query("subscribers")
    .withIndex("by_email", (q) => q.eq("email", email));
}

/** Adds the address with the time of consent, unless it is there already. */
export async function add(ctx: MutationCtx, email: string): Promise<void> {
  if ((await find(ctx, email)) === null)
    await ctx.db.insert("subscribers", { email, consentedAt: Date.now() });
}

/** Deletes the subscription of the address, if there is one, and what somebody has added by hand. */
export async function remove(ctx: MutationCtx, email: string): Promise<void> {
  for await (const { _id } of query(ctx, email))
    await ctx.db.delete("subscribers", _id);
}
